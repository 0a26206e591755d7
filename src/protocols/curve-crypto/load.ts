/** Reads a pool at one block, and hears whether it says of some trades what we say. */
import { getTime } from '#amm/clock'
import { addressFact, numbersFact, textFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool, Trade } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { amount } from '#domain/units'
import { wad } from '#math/wad'
import { balanceOf, getDy, isKilled, numberOf, pricesOf, versionOf } from './abi.ts'
import { rulesOf } from './rules.ts'
import { type Kind, kinds, type State } from './state.ts'
import { saying } from './swap.ts'

function kindOf(pool: Pool): Kind {
  const text = textFact(pool, 'kind')
  const kind = kinds.find((one) => one === text)
  if (kind === undefined) throw new RangeError(`"${text}" is no kind of pool`)
  return kind
}

/** @throws LeftOut where A and gamma are on their way, its math is another one, or the pool says something else of a trade than we do */
export function* load(pool: Pool): Reading<State | undefined> {
  const { address, tokens } = pool
  const [killed, ...answers] = yield* ask(isKilled(address), ...numbers(pool))
  if (killed) throw new LeftOut('paused')
  const [balances, priceScale, oracle, last, said, rest] = parted(answers, tokens.length)
  const [invariant = 0n, a = 0n, gamma = 0n, midFeeE10 = 0n, outFeeE10 = 0n, feeGamma = 0n, ...others] = rest
  const [virtualPrice = 0n, supply = 0n, step = 0n, rampEnd = 0n, time = 0n, version = knownMath] = others
  const kind = kindOf(pool)
  if (isRamping(kind, rampEnd, time) || version !== knownMath) throw new LeftOut('unmodelled')
  if (balances.includes(0n) || priceScale.includes(0n) || supply === 0n) return undefined
  const state: State = {
    ...{ kind, a, gamma, balances, priceScale, invariant, midFeeE10, outFeeE10, feeGamma, virtualPrice, supply },
    precisions: precisionsOf(pool),
    isSettled: isSettled({ priceScale, oracle, last, step }),
  }
  const agrees = probesOf(pool).every((probe, i) => saying(state, probe) === said[i])
  if (!agrees) throw new LeftOut('unmodelled')
  return state
}

/** What every pool is asked, a number each. */
function numbers(pool: Pool) {
  const { address, tokens } = pool
  const count = tokens.length
  return [
    ...tokens.map((_, i) => balanceOf(address, i)),
    ...(['scale', 'oracle', 'last'] as const).flatMap((which) => pricesOf(address, which, count)),
    ...probesOf(pool).map(({ from, to, amountIn }) => getDy(address, from, to, amountIn)),
    ...(['invariant', 'a', 'gamma', 'midFee', 'outFee', 'feeGamma', 'virtualPrice'] as const).map((name) =>
      numberOf(address, name),
    ),
    numberOf(addressFact(pool, 'token'), 'totalSupply'),
    numberOf(address, 'adjustmentStep'),
    numberOf(address, 'futureTime'),
    getTime,
    ...(kindOf(pool) === 'two-ng' ? [versionOf(addressFact(pool, 'math'))] : []),
  ]
}

/** Of Twocrypto-NG: `v2.1.0`. Pools with another one share factory and questions, and have other limits or another curve. */
const knownMath = 0x76322e312e30n << 208n

/** The answers, a list for each question. */
function parted(answers: readonly bigint[], count: number) {
  const left = [...answers]
  const next = (length: number): readonly bigint[] => left.splice(0, length)
  return [next(count), next(count - 1), next(count - 1), next(count - 1), next(probes * count), left] as const
}

/** The old contracts work out D anew, and ask for no gain, from the order to move until a trade after the end; the new one until the end. */
const isRamping = (kind: Kind, rampEnd: bigint, time: bigint): boolean =>
  rulesOf[kind].isAnalytic ? rampEnd >= time : rampEnd !== 0n

interface Prices {
  readonly priceScale: readonly bigint[]
  readonly oracle: readonly bigint[]
  readonly last: readonly bigint[]
  /** The least that the scale moves by, 18 decimals. */
  readonly step: bigint
}

/**
 * Whether the scale stays where it is in the next trade, whenever that comes: the average lies between what it was and the
 * last price, and the scale moves only where the average is further away than a step.
 */
function isSettled({ priceScale, oracle, last, step }: Prices): boolean {
  const squares = priceScale.map((scale, k) => {
    const ways = [oracle, last].map((prices) => ((prices[k] ?? 0n) * wad) / scale - wad)
    return ways.reduce((most, way) => (way * way > most ? way * way : most), 0n)
  })
  return squares.reduce((sum, square) => sum + square, 0n) <= step * step
}

const precisionsOf = (pool: Pool): readonly bigint[] =>
  numbersFact(pool, 'decimals').map((decimals) => 10n ** BigInt(18 - decimals))

const probes = 2

/** A whole token of each and a thousandth, for the next one. */
function probesOf(pool: Pool): readonly Trade[] {
  const count = pool.tokens.length
  return numbersFact(pool, 'decimals').flatMap((decimals, from) =>
    [0, 3].map((less) => ({
      from,
      to: (from + 1) % count,
      amountIn: amount(10n ** BigInt(Math.max(0, decimals - less))),
    })),
  )
}
