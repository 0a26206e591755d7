/** What stETH (token 0) is wrapped into. Source: WstETH.wrap, and _transfer and getSharesByPooledEth of Lido's StETH. */
import type { Trade } from '#domain/protocol'

export interface State {
  /** What the shares are worth, wei: stETH that staking vaults back is in neither. */
  readonly ether: bigint
  readonly shares: bigint
  /** Shares, of all there are, that are not wrapped: nobody can sell more. */
  readonly outside: bigint
}

export interface Swapped {
  readonly out: bigint
  readonly after: State
}

/**
 * The shares that a transfer of so much stETH moves, rounded down. A wstETH is a share, so this is what wrapping gives,
 * however much of the amount the receiver is shown to hold. `undefined` where nothing would be given, and for wstETH sold.
 */
export function swap(state: State, { from, amountIn }: Trade): Swapped | undefined {
  const out = (amountIn * state.shares) / state.ether
  if (from !== 0 || out === 0n || out > state.outside) return undefined
  return { out, after: { ...state, outside: state.outside - out } }
}
