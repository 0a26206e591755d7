import { entryOf, itemAt } from '../against/item-at.mjs'

/**
 * @import { Protocols } from '#domain/pools/protocol'
 * @import { LivePool, Snapshot } from '#domain/pools/snapshot'
 * @import { Amount, BlockNumber } from '#domain/units'
 * @import { Draws } from '../against/generate/draws.mjs'
 * @typedef {Snapshot & { before?: ReadonlyMap<number, LivePool> }} Block with the pools that changed, as they were
 * @typedef {{ draws: Draws, protocols: Protocols }} Market
 * @typedef {{ reserves?: readonly bigint[], liquidity: bigint, sqrtPriceX96: bigint }} SomeState of the two kinds of a set
 */

/**
 * Part of the pools that a block changes. Half of them trade, up to a part of the pool that moves prices by up to 0.2
 * %; the other half are those that traded in the block before, restored as arbitrage would do.
 */
const changedPart = 0.05
const [minTrade, maxTrade] = [1e-5, 1e-3]

/**
 * The next block: some pools after a swap each, by the adapters' own integers; the others are the same objects.
 * @param {Market} market
 * @param {Block} block
 * @returns {Block}
 */
export function nextBlock({ draws, protocols }, block) {
  const pools = block.pools.slice()
  const wanted = Math.max(1, Math.round((changedPart / 2) * pools.length))
  /** @type {Map<number, LivePool>} */
  const before = new Map()
  for (const [index, live] of block.before ?? []) pools[index] = { ...live, state: copyOf(live.state) }
  while (before.size < wanted) {
    const index = draws.below(pools.length)
    const live = itemAt(pools, index)
    before.set(index, before.get(index) ?? live)
    pools[index] = tradeOnce({ draws, protocols }, live)
  }
  const number = /** @type {BlockNumber} */ (block.block.number + 1)
  return { ...block, block: { ...block.block, number }, pools, before }
}

/**
 * @param {Market} market
 * @param {LivePool} live
 * @returns {LivePool}
 */
function tradeOnce({ draws, protocols }, { pool, state }) {
  const protocol = entryOf(protocols, pool.venue.protocol)
  const part = minTrade * (maxTrade / minTrade) ** draws.unit()
  const first = draws.below(2)
  for (const from of [first, 1 - first]) {
    const held = heldOf(/** @type {SomeState} */ (state), from)
    const amountIn = /** @type {Amount} */ (BigInt(Math.ceil(held * part)))
    const trade = { from, to: 1 - from, amountIn }
    if (protocol.amountOut(state, trade) !== undefined) return { pool, state: protocol.stateAfter(state, trade) }
  }
  return { pool, state: copyOf(state) } // as if read again without a change
}

/** @param {unknown} state */
const copyOf = (state) => ({ .../** @type {object} */ (state) })

/**
 * @param {SomeState} state
 * @param {number} token
 */
function heldOf({ reserves, liquidity, sqrtPriceX96 }, token) {
  if (reserves !== undefined) return Number(reserves[token])
  const root = Number(sqrtPriceX96) / 2 ** 96
  return token === 0 ? Number(liquidity) / root : Number(liquidity) * root
}
