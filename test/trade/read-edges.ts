import { join } from 'node:path'
import { createChain } from '#chain/create-chain'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { createPoolGraph, type Edge } from '#routing/index/pool-graph'
import { createChainCache } from '#store/chain-cache'
import { createComposeInput, type SandboxApp } from './fixture.ts'

/** Every current edge of the sandbox's pools, by pool and input token; of the listed tokens and `more`. */
export async function readEdges(
  house: SandboxApp,
  more: readonly Address[] = [],
): Promise<(pool: Address, tokenIn: Address, tokenOut: Address) => Edge> {
  const protocols: Protocols = new Map(all.map((protocol) => [protocol.kind, protocol as Protocol<unknown>]))
  const { clock } = createComposeInput(house.state, house.url)
  const memory = createChainCache(join(house.state, 'chains'))
  const seen = await createChain({ clock, memory, protocols }, { network, urls: [house.url] }).survey({
    tokens: [...network.tokens.map(({ address }) => address), ...more],
    venues: network.venues,
    reads: [],
    balances: [],
  })
  const { edges } = createPoolGraph({ protocols }, seen.snapshot.pools)
  return (pool, tokenIn, tokenOut) => {
    const trades = ({ live: { pool: one }, from, to }: Edge) =>
      one.address === pool && one.tokens[from] === tokenIn && one.tokens[to] === tokenOut
    const found = edges.find(trades)
    if (found === undefined) throw new Error(`no pool ${pool} takes ${tokenIn}`)
    return found
  }
}
