/** The markets of `digests.mjs`, each with its jobs and the block that follows; all of it drawn from seeds. */
import { addressIn, blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { entryOf, itemAt } from '../against/item-at.mjs'
import { toRaw } from '../against/raw-amount.mjs'

/**
 * @import { Protocols } from '#domain/pools/protocol'
 * @import { LivePool, Snapshot } from '#domain/pools/snapshot'
 * @import { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
 * @import { Address, Amount, BlockNumber } from '#domain/units'
 * @import { Draws } from '../against/generate/draws.mjs'
 * @typedef {{ address: Address, decimals: number, dollars: number }} Token
 * @typedef {{ name: string, seed: number, snapshot: Snapshot, wrapped: Address, tokens: readonly Token[] }} Market
 * @typedef {{ request: RouteRequest } | { purchase: ExactOutRequest }} Job
 */

const setSizes = /** @type {const} */ ([...[20, 20, 60, 100, 100, 200, 300, 300, 500], ...[1_000, 1_000, 1_000]])
const generatedSizes = [100, 200, 300, 400, 500, 600, 800, 1_000]
const jobsPerBlock = 27
/** Part of the pools that trade between the two blocks, and for how many dollars each. */
const changedPart = 0.05
const tradeDollars = 500

/**
 * Twelve markets of constant-product and concentrated pools, eight of all proven families.
 * @param {{ protocols: Protocols, generateMarket: typeof import('#test/generated-market/market').generateMarket }} core
 * @returns {Generator<Market>}
 */
export function* drawMarkets({ protocols, generateMarket }) {
  for (const [i, pools] of setSizes.entries()) {
    const seed = 9_100 + i
    const set = generateSet({ pools, seed, gasPriceWei: i % 3 === 2 ? '50000000' : '20000000000' })
    const tokens = set.tokens.flatMap(({ decimals, usd }, token) =>
      usd ? [{ address: addressIn(set, token), decimals, dollars: usd }] : [],
    )
    yield { name: set.name, seed, snapshot: blockOf(set), wrapped: addressIn(set, set.gas.nativeToken), tokens }
  }
  for (const [i, pools] of generatedSizes.entries()) {
    const seed = 9_200 + i
    const { snapshot, wrapped, tokens } = generateMarket(seed, { pools, tokens: 20 + 4 * i })
    const proven = snapshot.pools.filter(({ pool }) => protocols.has(pool.venue.protocol))
    yield {
      ...{ name: `families-${pools}-${seed}`, seed, wrapped, tokens: tokens.all },
      snapshot: { ...snapshot, pools: proven },
    }
  }
}

/**
 * Requests between tokens of the market: three sizes, and by turns other limits, other objectives and purchases.
 * @param {Market} market
 * @param {number} block
 * @returns {Job[]}
 */
export function drawJobs({ seed, snapshot, tokens, wrapped }, block) {
  const traded = new Set(snapshot.pools.flatMap(({ pool }) => pool.tokens))
  const listed = tokens.filter(({ address }) => traded.has(address))
  const draws = openDraws(seed)
  const varied = openDraws(seed + block)
  return Array.from({ length: jobsPerBlock }, (_, i) => {
    const [from, to] = drawPair(draws, listed)
    const dollars = itemAt([1_000, 50_000, 2_000_000], i % 3) * (1 + 0.2 * varied.either())
    /** @param {Token} token */
    const amount = (token) => /** @type {Amount} */ (toRaw(dollars / token.dollars, token.decimals))
    const ends = { tokenIn: from.address, tokenOut: to.address, wrapped, ...limitsOf(i) }
    if (i % 9 === 4) return { purchase: { ...ends, amountOut: amount(to) } }
    const optimizeFor = i % 13 === 6 ? 'output' : i % 13 === 12 ? 'gas' : 'netOutput'
    return { request: { ...ends, amountIn: amount(from), optimizeFor } }
  })
}

/** @param {number} i */
function limitsOf(i) {
  if (i % 5 === 3) return { maxHops: 3, maxSplits: 8, maxLegs: 8 }
  if (i % 5 === 4) return { maxHops: 5, maxSplits: 20, maxLegs: 64 }
  return { maxHops: 5, maxSplits: 20, maxLegs: 24 }
}

/**
 * One of the first tokens, which have most pools, and any other.
 * @param {Draws} draws
 * @param {readonly Token[]} tokens
 * @returns {[Token, Token]}
 */
function drawPair(draws, tokens) {
  const hub = draws.below(Math.min(8, tokens.length))
  const other = (hub + 1 + draws.skewed(tokens.length - 1)) % tokens.length
  const ends = [itemAt(tokens, hub), itemAt(tokens, other)]
  const first = draws.below(2)
  return [itemAt(ends, first), itemAt(ends, 1 - first)]
}

/**
 * The block after: some pools after a swap each, by the adapters' own integers; the others are the same objects.
 * @param {Market} market
 * @param {Protocols} protocols
 * @returns {Snapshot}
 */
export function nextBlock({ seed, snapshot, tokens }, protocols) {
  const draws = openDraws(seed + 1_000)
  const known = new Map(tokens.map((token) => [token.address, token]))
  const pools = snapshot.pools.map((live) =>
    draws.chance(changedPart) ? tradeOnce(live, { known, protocols, draws }) : live,
  )
  const number = /** @type {BlockNumber} */ (snapshot.block.number + 1)
  return { ...snapshot, block: { ...snapshot.block, number }, pools }
}

/**
 * @param {LivePool} live
 * @param {{ known: ReadonlyMap<Address, Token>, protocols: Protocols, draws: Draws }} context
 * @returns {LivePool}
 */
function tradeOnce({ pool, state }, { known, protocols, draws }) {
  const protocol = entryOf(protocols, pool.venue.protocol)
  const from = draws.below(2)
  const token = known.get(itemAt(pool.tokens, from))
  if (token === undefined) return { pool, state }
  const amountIn = /** @type {Amount} */ (toRaw(tradeDollars / token.dollars, token.decimals))
  const trade = { from, to: 1 - from, amountIn }
  const out = amountIn > 0n ? protocol.amountOut(state, trade) : undefined
  return { pool, state: out === undefined || out === 0n ? state : protocol.stateAfter(state, trade) }
}
