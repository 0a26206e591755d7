/** What a pool gives for an input. Source: SyncSwapClassicPool and SyncSwapStablePool, swap and _getAmountOut; StableMath. */
import { type ProductState, productOut } from '#amm/product'
import { type Amplification, stableBalance, stableInvariant } from '#amm/stable-swap'
import type { Trade } from '#domain/protocol'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import type { State } from './state.ts'

const feeUnit = 100_000n
const ppmOfFee = 10

/** The one amplification of all stable pools. */
export const curve: Amplification = { a: 1_000n, precision: 1n, dividedOnce: true, takesLast: true }
/** What a pool holds of a token at most: a classic one in smallest units, a stable one in 18 decimals. */
export const mostHeld = { classic: (1n << 128n) - 1n, stable: 3_802_571_709_128_108_338_056_982_581_425_910_818n }

type Pair = readonly [bigint, bigint]

/** Of smallest units. */
export interface Swapped {
  readonly out: bigint
  /** After the trade; the fee stays in the pool. */
  readonly reserves: Pair
}

/** `undefined` where the pool refuses the trade or gives nothing for it. */
export const swap = (state: State, trade: Trade): Swapped | undefined => unlessRefused(() => swapOrRevert(state, trade))

/** A classic pool as the engine of constant product knows it; its fee is no finer than that engine's. */
export const asProduct = ({ reserves, feesE5 }: State): ProductState => ({
  reserves,
  feePpm: [Number(feesE5[0]) * ppmOfFee, Number(feesE5[1]) * ppmOfFee],
})

function swapOrRevert(state: State, trade: Trade): Swapped | undefined {
  const { reserves, feesE5, multipliers = [1n, 1n] } = state
  const sells0 = trade.from === 0
  const kept = uint256(feeUnit - feesE5[sells0 ? 0 : 1])
  const out = state.multipliers === undefined ? classicOut(state, trade, kept) : stableOut(state, trade, kept)
  if (trade.amountIn === 0n || out === undefined || out === 0n) return undefined

  const [r0, r1] = reserves
  const after: Pair = sells0
    ? [uint256(r0 + trade.amountIn), uint256(r1 - out)]
    : [uint256(r0 - out), uint256(r1 + trade.amountIn)]
  const most = state.multipliers === undefined ? mostHeld.classic : mostHeld.stable
  return after.every((held, i) => held * (multipliers[i] ?? 1n) <= most) ? { out, reserves: after } : undefined
}

function classicOut(state: State, trade: Trade, kept: bigint): bigint | undefined {
  // where the contract's product has no room, it reverts
  uint256(trade.amountIn * kept * state.reserves[trade.from === 0 ? 1 : 0])
  return productOut(asProduct(state), trade, mostHeld.classic)
}

/** The fee is rounded down, and one unit less given than the curve leaves. */
function stableOut({ reserves, multipliers = [1n, 1n] }: State, { from, amountIn }: Trade, kept: bigint): bigint {
  const to = from === 0 ? 1 : 0
  const net = amountIn - (amountIn * (feeUnit - kept)) / feeUnit
  const scaled = [uint256(reserves[0] * multipliers[0]), uint256(reserves[1] * multipliers[1])]
  const paid = scaled.map((one, i) => (i === from ? uint256(one + net * multipliers[from === 0 ? 0 : 1]) : one))
  const left = stableBalance(paid, to, stableInvariant(scaled, curve), curve)
  return uint256((scaled[to] ?? 0n) - left - 1n) / multipliers[to]
}
