/** Wraps stETH (token 0). Source: WstETH.wrap, and _transfer and getSharesByPooledEth of Lido's StETH. */
import type { Trade } from '#domain/pools/protocol'

export interface LidoState {
  /** Value of the shares, wei: stETH backed by staking vaults is in neither. */
  readonly ether: bigint
  readonly shares: bigint
  /** Shares that are not wrapped: no more can be sold. */
  readonly outside: bigint
}

export interface LidoSwapResult {
  readonly out: bigint
  readonly after: LidoState
}

/**
 * The shares that a transfer of this amount of stETH moves, rounded down. A wstETH is a share, so wrapping gives this
 * number, whatever balance the receiver shows. `undefined` if the output would be zero, and for wstETH as the input.
 */
export function swap(state: LidoState, { from, amountIn }: Trade): LidoSwapResult | undefined {
  const out = (amountIn * state.shares) / state.ether
  if (from !== 0 || out === 0n || out > state.outside) return undefined
  return { out, after: { ...state, outside: state.outside - out } }
}
