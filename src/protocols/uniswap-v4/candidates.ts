import { keccakWords } from '#amm/keccak'
import { numbersFact } from '#domain/facts'
import type { Pool, Venue } from '#domain/protocol'
import { type Address, evm, nativeToken } from '#domain/units'
import { addressWord, word } from '#domain/words'

/** The pools without hooks that a pair may have: one for each of the venue's fees, which has a spacing of its own. */
export function candidates(venue: Venue, pair: readonly [Address, Address]): readonly Pool[] {
  const spacings = numbersFact(venue, 'spacings')
  return keysOf(venue, pair).flatMap(({ currencies, facts }) =>
    venue.feesPpm.map((feePpm, i): Pool => {
      const spacing = spacings[i] ?? 0
      const id = keccakWords(...currencies.map(addressWord), word(feePpm), word(spacing), addressWord(nativeToken))
      return { venue, address: evm(id.slice(0, 42)), tokens: pair.toSorted(), feePpm, facts: { id, spacing, ...facts } }
    }),
  )
}

/** As tokens and, where one of them is wrapped, as native currency: `facts.wrapped` of the venue names it. */
function keysOf({ facts }: Venue, pair: readonly [Address, Address]) {
  const tokens = { currencies: pair.toSorted(), facts: {} }
  const other = pair.find((token) => token !== facts?.['wrapped'])
  const isWrapped = other !== undefined && pair.some((token) => token === facts?.['wrapped'])
  return isWrapped ? [tokens, { currencies: [nativeToken, other], facts: { native: true } }] : [tokens]
}
