/** Reads a pool at one block, and compares its quotes of some trades with ours. */
import { type Probe, probes } from '#amm/probes'
import { ask, type Reading } from '#domain/calls/reads'
import { addressFact } from '#domain/pools/facts'
import type { Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { adapterAddress } from '#protocols/adapters.gen'
import { getAmountOut, getMultipliers, getReserves, getSwapFee, getVault } from './abi.ts'
import type { SyncSwapState } from './state.ts'
import { swap } from './swap.ts'

/** @throws PoolSkippedError if the pool's tokens are held elsewhere, or its quote of a trade differs from ours */
export function* load(pool: Pool): Reading<SyncSwapState | undefined> {
  const { address, venue } = pool
  const [token0 = address, token1 = address] = pool.tokens
  const trader = adapterAddress.syncswap
  const [vault, reserves, fee0, fee1, multiplier0, multiplier1, ...sayings] = yield* ask(
    getVault(address),
    getReserves(address),
    getSwapFee(address, trader, token0, token1),
    getSwapFee(address, trader, token1, token0),
    ...getMultipliers(address),
    ...probes.map(({ from, amountIn }) => getAmountOut(address, from === 0 ? token0 : token1, amountIn, trader)),
  )
  if (vault !== addressFact(venue, 'vault')) throw new PoolSkippedError('unmodelled')
  if (reserves.includes(0n)) return undefined
  const multipliers =
    multiplier0 === undefined || multiplier1 === undefined ? undefined : ([multiplier0, multiplier1] as const)
  const state: SyncSwapState = { reserves, feesE5: [fee0, fee1], ...(multipliers && { multipliers }) }
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new PoolSkippedError('unmodelled')
  return state
}

/** A trade that we refuse is never made, whatever the pool quotes. */
function agrees(state: SyncSwapState, { from, amountIn }: Probe, said: bigint | undefined): boolean {
  const ours = swap(state, { from, to: 1 - from, amountIn })
  return ours === undefined || ours.out === said
}
