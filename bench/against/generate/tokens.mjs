/**
 * @import { Draws } from '#generate/draws'
 * @import { PricedToken } from '#shapes'
 */

/**
 * The hubs: most liquidity is between them, as on mainnet.
 * @type {readonly (readonly [symbol: string, decimals: number, usd: number, address: string])[]}
 */
const hubs = [
  ['WETH', 18, 2_500, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  ['USDC', 6, 1, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  ['USDT', 6, 1, '0xdac17f958d2ee523a2206206994597c13d831ec7'],
  ['DAI', 18, 1, '0x6b175474e89094c44da98b954eedeac495271d0f'],
  ['WBTC', 8, 60_000, '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
  ['wstETH', 18, 2_950, '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0'],
  ['cbBTC', 8, 60_000, '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf'],
  ['FRAX', 18, 1, '0x853d955acef822db058eb8505911ed77f175b99e'],
]
export const hubCount = hubs.length
const pegs = [new Set(['USDC', 'USDT', 'DAI', 'FRAX']), new Set(['WBTC', 'cbBTC'])]

/**
 * Hubs first, then tokens with pools among themselves, then the tail, whose tokens have a pool or two.
 * @param {Draws} draws
 * @param {{ middle: number, tail: number }} counts
 * @returns {PricedToken[]}
 */
export function drawTokens(draws, { middle, tail }) {
  const named = hubs.map(([symbol, decimals, usd, address]) => ({ address, symbol, decimals, usd }))
  /**
   * @param {string} letter
   * @param {number} prefix
   * @param {number} count
   * @param {readonly number[]} decimals
   * @param {() => number} usd
   */
  const draw = (letter, prefix, count, decimals, usd) =>
    Array.from({ length: count }, (_, i) => ({
      address: addressOf(prefix, i + 1),
      symbol: `${letter}${i}`,
      decimals: draws.pick(decimals),
      usd: usd(),
    }))
  return [
    ...named,
    ...draw('M', 0xa1, middle, [18, 18, 18, 6, 8, 9], () => Math.exp(draws.normal() * 3)),
    ...draw('T', 0xa2, tail, [18, 18, 9], () => Math.exp(draws.normal() * 4 - 3)),
  ]
}

/**
 * @param {number} prefix
 * @param {number} number
 */
export const addressOf = (prefix, number) =>
  `0x${prefix.toString(16).padStart(4, '0')}${number.toString(16).padStart(36, '0')}`

/**
 * True if both follow the same price.
 * @param {PricedToken} a
 * @param {PricedToken} b
 */
export const arePegged = (a, b) => pegs.some((peg) => peg.has(a.symbol) && peg.has(b.symbol))
