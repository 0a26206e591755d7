/** Shared by families of pools with ticks: recorded code, prices, and positions around them. */
import { readFileSync } from 'node:fs'

/**
 * @import { FamilyContext, Pair, Rung, TokenSymbol } from './shapes.ts'
 * @typedef {{ symbols: Pair<TokenSymbol>, price: number, spacing: number, rungs: readonly Rung[], tick: number }} Planned
 */

const maxTick = 887_272

/**
 * Creation code of a contract, as scripts/record-far-pools.mjs recorded it.
 * @param {string} packageName
 * @param {string} contract
 * @returns {string}
 */
export function recordedCode(packageName, contract) {
  const files = ['tick-pools', 'far-pools'].map(
    (file) => new URL(`../../test/contracts/${file}.data.json`, import.meta.url),
  )
  /** @type {readonly { name: string, contracts: Record<string, string> }[]} */
  const packages = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  const code = packages.find(({ name }) => name === packageName)?.contracts[contract]
  if (code === undefined) throw new Error(`${contract} of ${packageName} is not recorded`)
  return code
}

/**
 * Uneven positions whose depths add up to `depth` of the first token: reach below and above in spacings, and depth.
 * @param {number} depth
 * @returns {readonly Rung[]}
 */
export const hill = (depth) => [
  [3, 2, depth * 0.22],
  [9, 12, depth * 0.26],
  [27, 21, depth * 0.24],
  [83, 96, depth * 0.18],
  [Infinity, Infinity, depth * 0.1],
]

/**
 * The pair in the pool's own order, and √(token1 / token0) as Q64.96, for `price` of the second in the first.
 * @param {Pick<FamilyContext, 'tokens' | 'raw'>} context
 * @param {Pair<TokenSymbol>} symbols
 * @param {number} price
 */
export function placed({ tokens, raw }, [a, b], price) {
  const inOrder = BigInt(tokens[a].address) < BigInt(tokens[b].address)
  const [one, worth] = [raw(a, 1e6), raw(b, price * 1e6)]
  const priceX192 = inOrder ? (worth << 192n) / one : (one << 192n) / worth
  /** @type {Pair<string>} */
  const pair = inOrder ? [tokens[a].address, tokens[b].address] : [tokens[b].address, tokens[a].address]
  return { inOrder, pair, sqrtPriceX96: root(priceX192) }
}

/**
 * Adds positions to an initialized pool from a filler of its own.
 * @param {FamilyContext} context
 * @param {Planned & { pool: string, forTwo?: boolean }} planned
 */
export async function fill(context, { pool, forTwo = false, ...planned }) {
  const { pair } = placed(context, planned.symbols, planned.price)
  const { filler, positions } = await prepare(context, 'TickFiller', planned)
  const mint = 'mint(address,bool,address,address,(int24,int24,uint128)[])'
  await context.call(filler, mint, [pool, forTwo, ...pair, positions])
}

/**
 * A filler with the tokens that the positions need, and the positions.
 * @param {FamilyContext} context
 * @param {'TickFiller' | 'VaultFiller'} contract
 * @param {Planned} planned
 */
export async function prepare(context, contract, { symbols: [a, b], price, spacing, rungs, tick }) {
  const { create, give, raw, compile } = context
  const { inOrder } = placed(context, [a, b], price)
  const filler = await create(compile([contract])[contract])
  const depth = rungs.reduce((sum, [, , one]) => sum + one, 0)
  await give(a, depth * 1.1, filler)
  await give(b, depth * price * 1.1, filler)
  const positions = rungs.map(([below, above, share]) => {
    const [down, up] = inOrder ? [below, above] : [above, below]
    const [lower, upper] = ticksAround(tick, spacing, down, up)
    return [lower, upper, root(raw(a, share) * raw(b, share * price))]
  })
  return { filler, positions }
}

/**
 * @param {number} tick
 * @param {number} spacing
 * @param {number} down
 * @param {number} up
 * @returns {[lower: number, upper: number]}
 */
function ticksAround(tick, spacing, down, up) {
  const [centre, last] = [Math.floor(tick / spacing), Math.floor(maxTick / spacing)]
  return [Math.max(-last, centre - down) * spacing, Math.min(last, centre + up) * spacing]
}

/**
 * The square root, rounded down.
 * @param {bigint} n
 */
function root(n) {
  let guess = 1n << BigInt(Math.ceil(n.toString(2).length / 2))
  for (;;) {
    const better = (guess + n / guess) >> 1n
    if (better >= guess) return guess
    guess = better
  }
}
