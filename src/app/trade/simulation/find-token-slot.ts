import type { Read } from '#domain/calls/reads'
import { word } from '#domain/calls/words'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Chain } from '#domain/chain/port'
import { type Address, type Amount, type Hex, hex, nativeToken, wei } from '#domain/units'

/** The part of a chain that assuming a state needs. */
export type AssumingChain = Pick<Chain, 'simulate' | 'storageAt'>

export interface SlotSearch {
  /** What the contract says of the slot. */
  readonly read: Read<bigint>
  /** Its answer now. */
  readonly actual: bigint
  /** The answer to assume, larger than now. */
  readonly wanted: Amount
  readonly guesses: readonly Hex[]
}

/**
 * The slot of a contract's storage that alone decides an answer: found by giving every guess a word of its own, and
 * confirmed by giving only that slot the wanted one.
 *
 * @returns `undefined` if none of the guesses is read, the word holds more than the answer (a flag that blocks the
 *   account would be lost with it), or no endpoint assumes states
 */
export async function findTokenSlot(
  chain: AssumingChain,
  { read, actual, wanted, guesses }: SlotSearch,
): Promise<Hex | undefined> {
  const every = guesses.map((slot, i) => [slot, toWord(wanted + BigInt(i))] as const)
  const seen = await readAssuming(chain, read, storageOf(read.to, Object.fromEntries(every)))
  const slot = seen === undefined || seen < wanted ? undefined : guesses[Number(seen - wanted)]
  if (slot === undefined) return undefined
  if (BigInt(await chain.storageAt(read.to, slot)) !== actual) return undefined
  const confirmed = await readAssuming(chain, read, storageOf(read.to, { [slot]: toWord(wanted) }))
  return confirmed === wanted ? slot : undefined
}

/** Where calls come from that name no sender. A token may answer others in another way, as its own administrator. */
const nobody = nativeToken

/** An answer on an assumed state; `undefined` if there is none. */
export async function readAssuming(
  chain: Pick<Chain, 'simulate'>,
  { to, data, decode }: Read<bigint>,
  assumed: AssumedState,
): Promise<bigint | undefined> {
  const answer = await chain.simulate({ from: nobody, to, data, value: wei(0n) }, assumed)
  try {
    return answer.ok ? decode(answer.data) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const storageOf = (contract: Address, storage: Readonly<Record<Hex, Hex>>): AssumedState => ({
  [contract]: { storage },
})

export const toWord = (value: bigint): Hex => hex(`0x${word(value)}`)
