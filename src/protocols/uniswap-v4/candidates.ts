import { keccakWords } from '#amm/keccak'
import { numbersFact } from '#domain/facts'
import type { Pool, Venue } from '#domain/protocol'
import { type Address, evm, nativeToken } from '#domain/units'
import { addressWord, word } from '#domain/words'

/** The pools without hooks that a pair may have: one for each of the venue's fees, which has a spacing of its own. */
export function candidates(venue: Venue, pair: readonly [Address, Address]): readonly Pool[] {
  const spacings = numbersFact(venue, 'spacings')
  return keysOf(venue, pair).flatMap(({ currencies, tokens, facts }) =>
    venue.feesPpm.map((feePpm, i): Pool => {
      const spacing = spacings[i] ?? 0
      const id = keccakWords(...currencies.map(addressWord), word(feePpm), word(spacing), addressWord(nativeToken))
      return { venue, address: evm(id.slice(0, 42)), tokens, feePpm, facts: { id, spacing, ...facts } }
    }),
  )
}

/**
 * As tokens and, where one of them is wrapped, as native currency, which is the first of any pool: `facts.wrapped` of the
 * venue names the token that stands for it.
 */
function keysOf({ facts }: Venue, pair: readonly [Address, Address]) {
  const sorted = pair.toSorted()
  const asTokens = { currencies: sorted, tokens: sorted, facts: {} }
  const wrapped = pair.find((token) => token === facts?.['wrapped'])
  const other = pair.find((token) => token !== wrapped)
  if (wrapped === undefined || other === undefined) return [asTokens]
  return [asTokens, { currencies: [nativeToken, other], tokens: [wrapped, other], facts: { native: true } }]
}
