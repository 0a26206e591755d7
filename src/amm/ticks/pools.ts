/** Families whose pools are contracts of their own, made by a factory and paid when they call back. */
import { numbersFact } from '#domain/facts'
import type { Pool, Proof, Protocol, TickLookup, Venue } from '#domain/protocol'
import { ask, type Read, type Reading } from '#domain/reads'
import { byFee } from '#domain/tick-questions'
import { type Address, hex, nativeToken } from '#domain/units'
import { addressAt, addressWord, callData, word } from '#domain/words'
import { type TickFamily, tickEngine } from './engine.ts'
import type { TickState } from './state.ts'

export interface TickPools<State extends TickState> extends TickFamily<State> {
  readonly kind: string
  readonly proof: Proof
}

export function tickPools<State extends TickState>({ kind, proof, ...family }: TickPools<State>): Protocol<State> {
  const { lookup = byFee } = family
  return {
    kind,
    proof,
    ...tickEngine(family),
    *find(venue, pair): Reading<readonly Pool[]> {
      const tiers = lookup.tiers(venue)
      const addresses = yield* ask(...tiers.map(({ argument }) => lookUp(lookup, venue, pair, argument)))
      const tokens = pair.toSorted()
      return tiers.flatMap(({ feePpm }, i) => {
        const address = addresses[i]
        return address === undefined ? [] : [{ venue, address, tokens, feePpm }]
      })
    },
    move: (pool, trade) => ({ move: 'callback', pool: pool.address, zeroForOne: trade.from === 0 }),
  }
}

/** A factory that makes one pool for a pair answers `poolByPair(address,address)` and reads no third argument. */
export const byPair: TickLookup = {
  selector: hex('0xd9a641e1'),
  tiers: ({ feesPpm: [feePpm = 0] }) => [{ argument: 0, feePpm }],
}

/** `getPool(address,address,int24)`, once for every spacing that the venue states beside its fees. */
export const bySpacing: TickLookup = {
  selector: hex('0x28af8d0b'),
  tiers: (venue) => numbersFact(venue, 'spacings').map((argument, i) => ({ argument, feePpm: venue.feesPpm[i] ?? 0 })),
}

/** The pool's address, or `undefined` where the factory has made none. */
const lookUp = (
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
