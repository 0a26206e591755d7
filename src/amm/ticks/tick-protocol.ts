/** Families whose pools are separate contracts, created by a factory and paid in a callback. */

import { ask, type Read, type Reading } from '#domain/calls/reads'
import { addressAt, addressWord, callData, word } from '#domain/calls/words'
import { numbersFact } from '#domain/pools/facts'
import { feeTierLookup } from '#domain/pools/fee-tier-lookup'
import type { Pool, Proof, Protocol, TickLookup, Venue } from '#domain/pools/protocol'
import { type Address, hex, nativeToken } from '#domain/units'
import { createTickEngine, type TickFamily } from './engine.ts'
import type { TickState } from './state.ts'

export interface TickProtocolOptions<State extends TickState> extends TickFamily<State> {
  readonly kind: string
  readonly proof: Proof
}

export function createTickProtocol<State extends TickState>({
  kind,
  proof,
  ...family
}: TickProtocolOptions<State>): Protocol<State> {
  const { lookup = feeTierLookup } = family
  return {
    kind,
    proof,
    ...createTickEngine(family),
    *find(venue, pair): Reading<readonly Pool[]> {
      const tiers = lookup.tiers(venue)
      const addresses = yield* ask(...tiers.map(({ argument }) => getPoolAddress(lookup, venue, pair, argument)))
      const tokens = pair.toSorted()
      return tiers.flatMap(({ feePpm }, i) => {
        const address = addresses[i]
        return address === undefined ? [] : [{ venue, address, tokens, feePpm }]
      })
    },
    move: (pool, trade) => ({ move: 'callback', pool: pool.address, zeroForOne: trade.from === 0 }),
  }
}

/** A factory with one pool per pair answers `poolByPair(address,address)` and ignores the third argument. */
export const pairLookup: TickLookup = {
  selector: hex('0xd9a641e1'),
  tiers: ({ feesPpm: [feePpm = 0] }) => [{ argument: 0, feePpm }],
}

/** `getPool(address,address,int24)`, once for every spacing that the venue states along with its fees. */
export const spacingLookup: TickLookup = {
  selector: hex('0x28af8d0b'),
  tiers: (venue) => numbersFact(venue, 'spacings').map((argument, i) => ({ argument, feePpm: venue.feesPpm[i] ?? 0 })),
}

/** The pool's address, or `undefined` if the factory has created none. */
const getPoolAddress = (
  { selector }: TickLookup,
  { factory }: Venue,
  [a, b]: readonly [Address, Address],
  argument: number,
): Read<Address | undefined> => ({
  to: factory,
  data: callData(selector, addressWord(a), addressWord(b), word(argument)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})
