/** What a pool is asked about itself, and whether it says of some trades what we say. */
import { flagFact, numberFact, numbersFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool, Trade } from '#domain/protocol'
import { ask, type Read, type Reading } from '#domain/reads'
import { amount } from '#domain/units'
import { adminFeeOf, amplificationOf, balanceOf, feeOf, futureA, getDy, offpegOf, storedRates } from './abi.ts'
import type { State } from './state.ts'
import { sayings } from './swap.ts'

/** Whether it is a StableSwap-NG. */
export const isNew = (pool: Pool): boolean => flagFact(pool, 'ng')

/** A pool by its answers, and what it said to the probes. */
export interface Seen {
  readonly state: State
  readonly said: readonly bigint[]
}

/** One round; nothing where there is nothing to trade. @throws LeftOut where the amplification ramps */
export const read = (pool: Pool): Reading<Seen | undefined> => (isNew(pool) ? readNew(pool) : readPlain(pool))

/** @throws LeftOut where it said something else than we do */
export function agreed(pool: Pool, { state, said }: Seen): State {
  const agrees = probesOf(pool).every((probe, i) => sayings(state, probe).includes(said[i] ?? 0n))
  if (!agrees) throw new LeftOut('unmodelled')
  return state
}

function* readNew(pool: Pool): Reading<Seen | undefined> {
  const { address, tokens } = pool
  const [rates, offpegE10, ...rest] = yield* ask(
    storedRates(address, tokens.length),
    offpegOf(address),
    ...numbers(pool),
  )
  return seenBy(pool, rest, { rates, offpegE10, dividedOnce: true })
}

function* readPlain(pool: Pool): Reading<Seen | undefined> {
  const dividedOnce = flagFact(pool, 'dividedOnce')
  if (flagFact(pool, 'readsRates')) {
    const [rates, ...rest] = yield* ask(storedRates(pool.address, pool.tokens.length), ...numbers(pool))
    return seenBy(pool, rest, { rates, dividedOnce })
  }
  const rates = numbersFact(pool, 'decimals').map((decimals) => 10n ** BigInt(36 - decimals))
  return seenBy(pool, yield* ask(...numbers(pool)), { rates, dividedOnce })
}

/** What every pool is asked, a number each. */
function numbers(pool: Pool): readonly Read<bigint>[] {
  const { address, tokens } = pool
  return [
    amplificationOf(address, precisionOf(pool)),
    futureA(address),
    feeOf(address),
    adminFeeOf(address),
    ...tokens.map((_, i) => balanceOf(address, i)),
    ...probesOf(pool).map(({ from, to, amountIn }) => getDy(address, from, to, amountIn)),
  ]
}

function seenBy(
  pool: Pool,
  answers: readonly bigint[],
  kind: Pick<State, 'rates' | 'dividedOnce' | 'offpegE10'>,
): Seen | undefined {
  const [amplification = 0n, future = 0n, feeE10 = 0n, adminFeeE10 = 0n, ...rest] = answers
  const balances = rest.slice(0, pool.tokens.length)
  // While it ramps it is another one in the next block.
  if (amplification !== future) throw new LeftOut('unmodelled')
  if (balances.includes(0n)) return undefined
  const state = { balances, amplification, precision: precisionOf(pool), feeE10, adminFeeE10, ...kind }
  return { state, said: rest.slice(balances.length) }
}

const precisionOf = (pool: Pool): bigint => (isNew(pool) ? 100n : BigInt(numberFact(pool, 'precision')))

/** One whole token of each for the next: the contract's words about them tell another kind of pool from the ones we know. */
function probesOf(pool: Pool): readonly Trade[] {
  const count = pool.tokens.length
  return numbersFact(pool, 'decimals').map((decimals, from) => {
    return { from, to: (from + 1) % count, amountIn: amount(10n ** BigInt(decimals)) }
  })
}
