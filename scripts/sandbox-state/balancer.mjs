/** What the pools of Balancer's two vaults have in common. */

/** The sides of a planned pool in address order, as vaults require, with their raw amounts. */
export function sidesOf({ tokens, raw }, plan) {
  const sides = plan.symbols.map((symbol, i) => ({
    symbol,
    ...tokens[symbol],
    amount: plan.holds[i],
    raw: raw(symbol, plan.holds[i]),
    weight: BigInt(Math.round((plan.weights?.[i] ?? 0) * 1e9)) * 10n ** 9n,
    rate: plan.rates?.[i],
  }))
  return sides.sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
}

export const wad = (n) => BigInt(Math.round(n * 1e9)) * 10n ** 9n

/** A contract per rate; the zero address for a side without one. */
export async function rateProvidersOf({ create, compile }, sides) {
  const { FixedRate } = compile(['FixedRate'])
  const providers = []
  for (const { rate } of sides) {
    providers.push(rate === undefined ? noAddress : await create(FixedRate, ['uint256'], [wad(rate)]))
  }
  return providers
}

export const noAddress = `0x${'0'.repeat(40)}`

/** Of the venue and of the list of all pools. */
export const describePool = (name, plan, sides, address, facts) => ({
  known: { address, tokens: sides.map((side) => side.address), feePpm: plan.feePpm, facts },
  listed: { venue: name, symbols: plan.symbols, feePpm: plan.feePpm, address },
})
