// Written by scripts/gen.mjs. Do not edit.
import { bridge as _0 } from '#bridges/across/index'
import { bridge as _1 } from '#bridges/cctp/index'
import { bridge as _2 } from '#bridges/stargate/index'

export const all = [_0, _1, _2] as const
