/** Pools that a family derives from logs, to compare with the sandbox entry's data on the same pools. */
import { afterAll, beforeAll } from 'vitest'
import { createChain } from '#chain/create-chain'
import type { ContractLog, PoolCreations } from '#domain/pools/creations'
import type { Venue } from '#domain/pools/protocol'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { clock, createMemory, protocols } from '../chain/setup.ts'

/** Starts a sandbox before all tests; `readPools` is what logs of a venue create. */
export function setUpCreations(creations: PoolCreations | undefined) {
  let node: RunningChain
  beforeAll(async () => {
    node = await startChain()
  })
  afterAll(() => node.stop())

  async function readPools(venue: Venue, logs: readonly ContractLog[]): Promise<unknown> {
    if (creations === undefined) throw new Error('it derives no pools from logs')
    const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [node.url] })
    const reading = creations.pools(venue, logs)
    let step = reading.next([])
    while (!step.done) step = reading.next(await chain.read(step.value))
    return step.value
  }
  return { readPools, getNode: () => node, topic: creations?.topics[0] }
}
