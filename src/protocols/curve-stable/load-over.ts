/** Reads a pool over another one, and that one, in one round. */
import { getTime } from '#amm/clock'
import { fact, flagFact, numbersFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Facts, Pool, Trade } from '#domain/protocol'
import { ask, type Read, type Reading, together } from '#domain/reads'
import { type Address, amount } from '#domain/units'
import { getDyUnderlying, keptRate, keptSince, supplyOf, virtualPriceOf } from './abi.ts'
import { agreed, read } from './read.ts'
import { sharePrice } from './shares.ts'
import type { State } from './state.ts'
import { traded } from './trade.ts'

/** For so many seconds the first pools over others keep the rate of a share. */
const keptFor = 600n
/** Its own tokens, the second one of them a share. */
const own = 2

/** @throws LeftOut where one of both ramps, or says something else than we do of a share, or of a trade */
export function* loadOver(pool: Pool, base: Address): Reading<State | undefined> {
  const [above, below] = [ownPart(pool), basePart(pool, base)]
  const [[one, other], answers] = yield* together(together(read(above), read(below)), ask(...questions(pool, base)))
  const [supply = 0n, price = 0n, ...rest] = answers
  if (one === undefined || other === undefined || price === 0n) return undefined
  const keepsRate = flagFact(pool, 'keepsRate')
  const over = { base: agreed(below, other), supply, keepsRate }
  const said = rest.slice(0, below.tokens.length)
  const rate = keepsRate ? rateOf(price, rest.slice(said.length)) : price
  // where it says its rates itself, it may have another for a share
  const isOther = one.state.offpegE10 !== undefined && one.state.rates[1] !== price
  if (isOther || sharePrice(over) !== price) throw new LeftOut('unmodelled')
  const state = { ...one.state, rates: one.state.rates.with(1, rate) }
  const whole = { ...agreed(above, { ...one, state }), over }
  const agrees = probesOf(pool).every((probe, i) => (traded(whole, probe)?.out ?? 0n) === said[i])
  if (!agrees) throw new LeftOut('unmodelled')
  return whole
}

const ownPart = (pool: Pool): Pool => part(pool, { ...pool.facts }, 0, own)

function basePart(pool: Pool, base: Address): Pool {
  const ng = flagFact(pool, 'baseNg')
  const plain = (): Facts => ({
    precision: fact(pool, 'basePrecision'),
    dividedOnce: flagFact(pool, 'baseDividedOnce'),
  })
  return { ...part(pool, ng ? { ng } : plain(), own, pool.tokens.length), address: base }
}

const part = (pool: Pool, facts: Facts, from: number, to: number): Pool => ({
  ...pool,
  tokens: pool.tokens.slice(from, to),
  facts: { ...facts, decimals: numbersFact(pool, 'decimals').slice(from, to) },
})

function questions(pool: Pool, base: Address): readonly Read<bigint>[] {
  const { address, tokens } = pool
  const shares = tokens[1] ?? base
  return [
    supplyOf(shares),
    virtualPriceOf(base),
    ...probesOf(pool).map(({ to, amountIn }) => getDyUnderlying(address, 0, to - 1, amountIn)),
    ...(flagFact(pool, 'keepsRate') ? [keptRate(address), keptSince(address), getTime] : []),
  ]
}

/** A trade renews what was kept too long before it uses it. */
const rateOf = (price: bigint, [kept = 0n, since = 0n, now = 0n]: readonly bigint[]): bigint =>
  now > since + keptFor ? price : kept

/**
 * One whole token for each of those below. The other way round the contracts say only about what they give: most of them leave
 * fees out, or guess them.
 */
function probesOf(pool: Pool): readonly Trade[] {
  const [decimals = 0] = numbersFact(pool, 'decimals')
  const amountIn = amount(10n ** BigInt(decimals))
  return pool.tokens.slice(own).map((_, i) => ({ from: 0, to: own + i, amountIn }))
}
