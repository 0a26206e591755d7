/** Quote requests, no two equal: each has a new random amount. */
import { itemAt } from './item-at.mjs'
import { randomOf } from './random.mjs'

/** @import { Draw, DrawnToken, Sides } from './shapes.ts' */

const nobody = '0x000000000000000000000000000000000000dEaD'
/** One in ten names an account whose balances have to be read. */
const partWithAccount = 0.1

/**
 * Every token is in one pair, so that requesting each pair once makes all pools known.
 * @param {readonly DrawnToken[]} tokens
 * @returns {Sides<DrawnToken>[]}
 */
export function pairsFor(tokens) {
  return Array.from({ length: Math.floor(tokens.length / 2) }, (_, i) => [
    itemAt(tokens, 2 * i),
    itemAt(tokens, 2 * i + 1),
  ])
}

/**
 * An endless sequence of paths with a query.
 * @param {Draw} draw
 * @returns {Generator<string, never>}
 */
export function* questions({ pairs, seed, account }) {
  const random = randomOf(seed)
  for (;;) {
    const [a, b] = itemAt(pairs, Math.floor(random() * pairs.length))
    const [sell, buy] = random() < 0.5 ? [a, b] : [b, a]
    const from = random() < partWithAccount ? account : nobody
    const dollars = 100 * 1_000 ** random()
    yield pathOf({ sell, buy, from, raw: rawOf(dollars / sell.dollars, sell.decimals, random) })
  }
}

/**
 * Twelve significant digits, then random ones to the last.
 * @param {number} whole
 * @param {number} decimals
 * @param {() => number} random
 */
function rawOf(whole, decimals, random) {
  const amount = (BigInt(Math.round(whole * 1e12)) * 10n ** BigInt(decimals)) / 10n ** 12n
  return amount + BigInt(Math.floor(random() * 1e6))
}

/** @param {{ sell: DrawnToken, buy: DrawnToken, from: string, raw: bigint }} asked */
function pathOf({ sell, buy, from, raw }) {
  const query = new URLSearchParams({
    network: 'sandbox',
    fromTokenAddress: sell.address,
    toTokenAddress: buy.address,
    sellAmount: String(raw),
    slippage: '0.005',
    fromAddress: from,
    toAddress: from,
    gasless: 'false',
  })
  return `/aggregator/quote?${query}`
}
