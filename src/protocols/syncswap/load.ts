/** Reads a pool at one block, and hears whether it says of some trades what we say. */
import { type Probe, probes } from '#amm/probes'
import { addressFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { adapterAddress } from '#protocols/adapters.gen'
import { getAmountOut, getReserves, getSwapFee, multipliersOf, vaultOf } from './abi.ts'
import type { State } from './state.ts'
import { swap } from './swap.ts'

/** @throws LeftOut where the pool keeps its tokens elsewhere, or says something else of a trade than we do */
export function* load(pool: Pool): Reading<State | undefined> {
  const { address, venue } = pool
  const [token0 = address, token1 = address] = pool.tokens
  const trader = adapterAddress.syncswap
  const [vault, reserves, fee0, fee1, multiplier0, multiplier1, ...sayings] = yield* ask(
    vaultOf(address),
    getReserves(address),
    getSwapFee(address, trader, token0, token1),
    getSwapFee(address, trader, token1, token0),
    ...multipliersOf(address),
    ...probes.map(({ from, amountIn }) => getAmountOut(address, from === 0 ? token0 : token1, amountIn, trader)),
  )
  if (vault !== addressFact(venue, 'vault')) throw new LeftOut('unmodelled')
  if (reserves.includes(0n)) return undefined
  const multipliers =
    multiplier0 === undefined || multiplier1 === undefined ? undefined : ([multiplier0, multiplier1] as const)
  const state: State = { reserves, feesE5: [fee0, fee1], ...(multipliers && { multipliers }) }
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new LeftOut('unmodelled')
  return state
}

/** What we refuse is never traded, whatever the pool says of it. */
function agrees(state: State, { from, amountIn }: Probe, said: bigint | undefined): boolean {
  const ours = swap(state, { from, to: 1 - from, amountIn })
  return ours === undefined || ours.out === said
}
