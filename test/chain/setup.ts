import type { ChainMemory, EndpointFacts } from '#domain/chain/survey'
import type { Clock } from '#domain/clock'
import type { Pool, Protocols } from '#domain/pools/protocol'
import { seconds } from '#domain/units'
import { all } from '#protocols/all.gen'

export const clock: Clock = {
  now: () => seconds(Math.floor(Date.now() / 1000)),
  elapsed: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Including the unproven ones. */
export const everyFamily: Protocols = new Map(all.map((protocol) => [protocol.kind, protocol]))

/** The families used by default. */
export const protocols: Protocols = new Map(
  all.flatMap((protocol) => (protocol.proof.proven ? [[protocol.kind, protocol]] : [])),
)

/** What runs would share through the store, for the length of a test. */
export function createMemory(): ChainMemory & { readonly facts: Map<string, EndpointFacts> } {
  const pools = new Map<string, readonly Pool[]>()
  const facts = new Map<string, EndpointFacts>()
  return {
    facts,
    pools: (key) => pools.get(JSON.stringify(key)),
    savePools: (key, found) => void pools.set(JSON.stringify(key), found),
    endpoint: (url) => facts.get(url),
    saveEndpoint: (url, found) => void facts.set(url, found),
  }
}
