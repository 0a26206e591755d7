/** Gas of trades through an adapter on a family's pool, payment included, against the prediction of routing. */
import type { Protocol, Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { moveOverheadGas } from '#routing/index/gas'
import type { AdapterFixture, PreparedPool } from './fixture.ts'

export interface GasCase<State> {
  readonly name: string
  open(fixture: AdapterFixture): Promise<PreparedPool<State>>
  /** One after another. */
  readonly trades: readonly Trade[]
  /** Number of the first ones, which are not compared: they write slots for the first time. */
  readonly first: number
  /** Pass before each, for pools that store sums over time: on a chain some time always passes. */
  readonly seconds?: number
  /** Set if a trade is predicted from what the last one left, not from the pool's first state. */
  readonly moves?: true
  /** Gas of the port relative to that of a real pool, whose gas the prediction is. */
  readonly ofReal?: number
}

/** Gas relative to the prediction, of each trade that is compared. */
export async function measureRatios(
  fixture: AdapterFixture,
  protocol: Protocol<unknown>,
  { open, trades, first, seconds = 0, moves, ofReal }: GasCase<unknown>,
): Promise<readonly number[]> {
  const { pool, state, steps } = await open(fixture)
  await fixture.runSteps(steps)
  let now = state
  const ratios: number[] = []
  for (const trade of trades) {
    if (seconds > 0) await fixture.chain.pass(seconds)
    const spent = await fixture.measureGas(protocol, pool, trade)
    const [swap, overhead] = [Number(protocol.gas(now, trade)), Number(moveOverheadGas.adapter)]
    ratios.push(ofReal === undefined ? spent / (swap + overhead) : (spent - overhead) / swap / ofReal)
    if (moves) now = protocol.stateAfter(now, trade)
  }
  return ratios.slice(first)
}

const little = 5n * 10n ** 15n

/**
 * Three trades each way, of which the last is compared.
 * @param sizes of the first and of the second direction
 */
export function backAndForth(
  [from, to]: readonly [number, number] = [0, 1],
  [there, back]: readonly [bigint, bigint] = [little, little],
): Pick<GasCase<never>, 'trades' | 'first'> {
  const both: readonly Trade[] = [
    { from, to, amountIn: amount(there) },
    { from: to, to: from, amountIn: amount(back) },
  ]
  return { trades: [...both, ...both, ...both], first: 4 }
}
