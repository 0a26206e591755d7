import type { Protocol } from '#domain/pools/protocol'
import { protocol } from '#protocols/balancer-v2/index'
import { describeSegments } from '#test/conformance/balancer/segments'

describeSegments(protocol as Protocol<unknown>)
