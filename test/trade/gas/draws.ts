/** Requests of all kinds over every family of the sandbox, as a seed draws them. */
import fc from 'fast-check'
import { defaultLimits } from '#domain/quotes/quote'
import { amount, ppm } from '#domain/units'
import { familyPools, sandboxPools } from '#sandbox/addresses.gen'
import { findToken } from '../family-swap.ts'
import { createQuoteRequest, trader0 } from '../fixture.ts'
import { type DrawnRequest, draws, largeDraws, newcomer, onChain } from '../random-routes.ts'

export interface DrawnSwap extends DrawnRequest {
  /** Pools of all families, not only of those whose amounts are proven. */
  readonly isUnproven: boolean
  /** The output comes through the router, as a service's does. */
  readonly throughRouter: boolean
  /** The recipient gives away all it holds of the bought token before the swap is mined. */
  readonly emptiesRecipient: boolean
  /** How each pool of the route is moved by others before the swap is mined, cyclically. */
  readonly moves: readonly { readonly percent: number; readonly isReversed: boolean }[]
}

const slippages = fc.constantFrom(500, 1_000, 5_000, 5_000, 10_000, 30_000, 50_000).map(ppm)

const pools = [
  ...sandboxPools.map(({ address, pair }) => ({ address, symbols: pair as readonly string[] })),
  ...familyPools.map(({ address, symbols }) => ({ address, symbols: symbols as readonly string[] })),
]
/** Of listed tokens a thousand dollars' worth; of others, which have 18 decimals, a thousand. */
export const grandOf = (symbol: string): number => {
  const address = findToken(symbol)
  const listed = onChain.find((token) => token.address === address)
  return listed === undefined ? 1e21 : listed.grand * 10 ** listed.decimals
}

/** Through one pool, from a dollar to 200,000, each magnitude equally likely: whole numbers, for a double is near 0. */
const ofOnePool: fc.Arbitrary<DrawnRequest> = fc
  .record({
    pool: fc.constantFrom(...pools),
    first: fc.nat(7),
    second: fc.nat(6),
    thousandths: fc.noBias(fc.integer({ min: -3_000, max: 2_300 })),
    to: fc.constantFrom(trader0, trader0, newcomer),
    exactly: fc.boolean(),
  })
  .map(({ pool, first, second, thousandths, to, exactly }) => {
    const sell = pool.symbols[first % pool.symbols.length] ?? ''
    const others = pool.symbols.filter((symbol) => symbol !== sell)
    const buy = others[second % others.length] ?? ''
    const raw = amount(BigInt(Math.floor(grandOf(sell) * 10 ** (thousandths / 1_000))) + 1n)
    const request = createQuoteRequest(findToken(sell), findToken(buy), raw, {
      include: [pool.address],
      ...defaultLimits,
      to,
    })
    return { request, exactly }
  })

export const swaps: fc.Arbitrary<DrawnSwap> = fc
  .record({
    drawn: fc.oneof(
      { weight: 30, arbitrary: draws },
      { weight: 3, arbitrary: largeDraws },
      { weight: 67, arbitrary: ofOnePool },
    ),
    slippage: slippages,
    isUnproven: fc.boolean(),
    throughRouter: fc.boolean(),
    emptiesRecipient: fc.nat(9).map((drawn) => drawn === 0),
    moves: fc.array(fc.record({ percent: fc.noBias(fc.integer({ min: 5, max: 100 })), isReversed: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ drawn: { request, exactly }, slippage, isUnproven, ...rest }) => ({
    ...rest,
    exactly,
    request: { ...request, slippage },
    isUnproven: isUnproven || request.include.length > 0,
  }))
