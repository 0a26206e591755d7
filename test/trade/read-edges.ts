import { join } from 'node:path'
import { createChain } from '#chain/create-chain'
import type { Chain } from '#domain/chain/port'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Address } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { createPoolGraph, type Edge } from '#routing/index/pool-graph'
import { createChainCache } from '#store/chain-cache'
import { createComposeInput, type SandboxApp } from './fixture.ts'

const protocols: Protocols = new Map(all.map((protocol) => [protocol.kind, protocol as Protocol<unknown>]))

/** Every pool of the sandbox between its listed tokens and `more`, of all families, and the chain that read them. */
export async function readPools(
  house: Pick<SandboxApp, 'state' | 'url'>,
  more: readonly Address[] = [],
): Promise<{ readonly chain: Chain; readonly pools: Snapshot['pools'] }> {
  const { clock } = createComposeInput(house.state, house.url)
  const memory = createChainCache(join(house.state, 'chains'))
  const chain = createChain({ clock, memory, protocols }, { network, urls: [house.url] })
  const { snapshot } = await chain.survey({
    tokens: [...network.tokens.map(({ address }) => address), ...more],
    venues: network.venues,
    reads: [],
    balances: [],
  })
  return { chain, pools: snapshot.pools }
}

/** Every current edge of the sandbox's pools, by pool and input token; of the listed tokens and `more`. */
export async function readEdges(
  house: SandboxApp,
  more: readonly Address[] = [],
): Promise<(pool: Address, tokenIn: Address, tokenOut: Address) => Edge> {
  const { edges } = createPoolGraph({ protocols }, (await readPools(house, more)).pools)
  return (pool, tokenIn, tokenOut) => {
    const trades = ({ live: { pool: one }, from, to }: Edge) =>
      one.address === pool && one.tokens[from] === tokenIn && one.tokens[to] === tokenOut
    const found = edges.find(trades)
    if (found === undefined) throw new Error(`no pool ${pool} takes ${tokenIn}`)
    return found
  }
}
