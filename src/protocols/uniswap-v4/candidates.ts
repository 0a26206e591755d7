import { keccakWords } from '#amm/keccak'
import { addressWord, word } from '#domain/calls/words'
import { numbersFact } from '#domain/pools/facts'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, evm, nativeToken } from '#domain/units'

/** The possible pools of a pair without hooks: one for each of the venue's fees, each with its spacing. */
export function listCandidates(venue: Venue, pair: readonly [Address, Address]): readonly Pool[] {
  const spacings = numbersFact(venue, 'spacings')
  return listKeys(venue, pair).flatMap(({ currencies, tokens, facts }) =>
    venue.feesPpm.map((feePpm, i): Pool => {
      const spacing = spacings[i] ?? 0
      const id = keccakWords(...currencies.map(addressWord), word(feePpm), word(spacing), addressWord(nativeToken))
      return { venue, address: evm(id.slice(0, 42)), tokens, feePpm, facts: { id, spacing, ...facts } }
    }),
  )
}

/**
 * The pair as tokens and, if one of them is wrapped native, as native currency, which comes first in any pool:
 * `facts.wrapped` of the venue names the token that represents it.
 */
function listKeys({ facts }: Venue, pair: readonly [Address, Address]) {
  const sorted = pair.toSorted()
  const asTokens = { currencies: sorted, tokens: sorted, facts: {} }
  const wrapped = pair.find((token) => token === facts?.['wrapped'])
  const other = pair.find((token) => token !== wrapped)
  if (wrapped === undefined || other === undefined) return [asTokens]
  return [asTokens, { currencies: [nativeToken, other], tokens: [wrapped, other], facts: { native: true } }]
}
