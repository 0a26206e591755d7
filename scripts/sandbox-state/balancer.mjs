/** What the pools of Balancer's two vaults have in common. */
import { itemAt } from '../item-at.mjs'

/**
 * @import { DeployedPool, FamilyContext, KnownPool, TokenSymbol } from './shapes.ts'
 * @typedef {'weighted' | 'stable'} Kind
 * @typedef {object} Planned
 * @property {Kind} kind
 * @property {readonly TokenSymbol[]} symbols
 * @property {number} feePpm
 * @property {readonly number[]} holds
 * @property {readonly number[]} [weights]
 * @property {number} [a]
 * @property {readonly number[]} [rates]
 * @typedef {object} Side
 * @property {TokenSymbol} symbol
 * @property {string} address
 * @property {number} decimals
 * @property {number} amount whole tokens
 * @property {bigint} raw
 * @property {bigint} weight
 * @property {number | undefined} rate
 * @typedef {{ known: KnownPool, listed: DeployedPool }} Described of the venue, and of the list of all pools
 */

/**
 * The sides of a planned pool in address order, as vaults require, with their raw amounts.
 * @param {FamilyContext} context
 * @param {Planned} plan
 * @returns {Side[]}
 */
export function sidesOf({ tokens, raw }, plan) {
  const sides = plan.symbols.map((symbol, i) => ({
    symbol,
    ...tokens[symbol],
    amount: itemAt(plan.holds, i),
    raw: raw(symbol, itemAt(plan.holds, i)),
    weight: BigInt(Math.round((plan.weights?.[i] ?? 0) * 1e9)) * 10n ** 9n,
    rate: plan.rates?.[i],
  }))
  return sides.sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
}

/** @param {number} n */
export const wad = (n) => BigInt(Math.round(n * 1e9)) * 10n ** 9n

/**
 * A contract per rate; the zero address for a side without one.
 * @param {FamilyContext} context
 * @param {readonly Side[]} sides
 */
export async function rateProvidersOf({ create, compile }, sides) {
  const { FixedRate } = compile(['FixedRate'])
  const providers = []
  for (const { rate } of sides) {
    providers.push(rate === undefined ? noAddress : await create(FixedRate, ['uint256'], [wad(rate)]))
  }
  return providers
}

export const noAddress = `0x${'0'.repeat(40)}`

/**
 * Of the venue and of the list of all pools.
 * @param {string} name
 * @param {Planned} plan
 * @param {readonly Side[]} sides
 * @param {string} address
 * @param {KnownPool['facts'] & object} facts
 * @returns {Described}
 */
export const describePool = (name, plan, sides, address, facts) => ({
  known: { address, tokens: sides.map((side) => side.address), feePpm: plan.feePpm, facts },
  listed: { venue: name, symbols: plan.symbols, feePpm: plan.feePpm, address },
})
