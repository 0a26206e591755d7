/** Reads a pool at one block, and hears whether it says of some trades what we say. */
import { type Probe, probes } from '#amm/probes'
import { flagFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { evm } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getFees, getPool, querySell } from './abi.ts'
import type { State } from './state.ts'
import { swap } from './swap.ts'

/** Somebody else. */
const anybody = evm('0x000000000000000000000000000000000000dead')
/** As the contract numbers them: at equilibrium, short of base, short of quote. */
const shortOf: readonly State['short'][] = ['neither', 0, 1]

/** @throws LeftOut where fees depend on who trades, or the pool says something else of a trade than we do */
export function* load(pool: Pool): Reading<State | undefined> {
  const { address } = pool
  const trader = adapterAddress['dodo-v2']
  const [seen, fees, others, ...sayings] = yield* ask(
    getPool(address),
    getFees(address, trader),
    getFees(address, anybody),
    ...probes.map(({ from, amountIn }) => querySell(address, from, trader, amountIn)),
  )
  // most pools ask of the one who signs, whom nobody knows yet
  if (fees.pool !== others.pool || fees.maintainer !== others.maintainer) throw new LeftOut('unmodelled')
  if (seen === undefined) return undefined // nor does it trade then
  const { short, ...curve } = seen
  if (curve.price === 0n || curve.reserves.every((held) => held === 0n)) return undefined
  const state: State = { ...curve, short: shortOf[short] ?? 'neither', fees, vending: flagFact(pool, 'vending') }
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new LeftOut('unmodelled')
  return state
}

/** What we refuse is never traded, whatever the pool says of it. */
function agrees(state: State, { from, amountIn }: Probe, said: bigint | undefined): boolean {
  const ours = swap(state, { from, to: 1 - from, amountIn })
  return ours === undefined || ours.out === said
}
