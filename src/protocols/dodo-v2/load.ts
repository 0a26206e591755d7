/** Reads a pool at one block, and compares its quotes of some trades with ours. */
import { type Probe, probes } from '#amm/probes'
import { ask, type Reading } from '#domain/calls/reads'
import { flagFact } from '#domain/pools/facts'
import type { Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { evm } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getFees, getPool, querySell } from './abi.ts'
import type { DodoState } from './state.ts'
import { swap } from './swap.ts'

/** A second trader, to detect fees that depend on the trader. */
const arbitraryTrader = evm('0x000000000000000000000000000000000000dead')
/** As the contract numbers them: at equilibrium, short of base, short of quote. */
const shortByStatus: readonly DodoState['short'][] = ['neither', 0, 1]

/** @throws PoolSkippedError if fees depend on the trader, or the pool's quote of a trade differs from ours */
export function* load(pool: Pool): Reading<DodoState | undefined> {
  const { address } = pool
  const trader = adapterAddress['dodo-v2']
  const [seen, fees, others, ...sayings] = yield* ask(
    getPool(address),
    getFees(address, trader),
    getFees(address, arbitraryTrader),
    ...probes.map(({ from, amountIn }) => querySell(address, from, trader, amountIn)),
  )
  // most pools use the fee of the signer, who is not known yet
  if (fees.pool !== others.pool || fees.maintainer !== others.maintainer) throw new PoolSkippedError('unmodelled')
  if (seen === undefined) return undefined // it does not trade then either
  const { short, ...curve } = seen
  if (curve.price === 0n || curve.reserves.every((held) => held === 0n)) return undefined
  const state = selectGeneration(
    { ...curve, short: shortByStatus[short] ?? 'neither', fees, vending: flagFact(pool, 'vending') },
    sayings,
  )
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new PoolSkippedError('unmodelled')
  return state
}

/**
 * Only a trade that takes all of a token tells older code from newer, which refuses it. If no quote is of such a trade,
 * it is refused: that is never a wrong amount.
 */
function selectGeneration(older: DodoState, sayings: readonly (bigint | undefined)[]): DodoState {
  const newer: DodoState = { ...older, keepsRest: true }
  const isOlder = probes.some(({ from, amountIn }, i) => {
    const trade = { from, to: 1 - from, amountIn }
    return sayings[i] !== undefined && swap(older, trade)?.out === sayings[i] && swap(newer, trade) === undefined
  })
  return isOlder ? older : newer
}

/** A trade that we refuse is never made, whatever the pool quotes. */
function agrees(state: DodoState, { from, amountIn }: Probe, said: bigint | undefined): boolean {
  const ours = swap(state, { from, to: 1 - from, amountIn })
  return ours === undefined || ours.out === said
}
