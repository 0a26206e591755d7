/**
 * Output of a vault that keeps a rate for assets (token 0) and for shares (token 1), both rounded down. Source:
 * SavingsDai and SUsds of Sky, StataTokenV2 of Aave: deposit and redeem.
 */
import type { Trade } from '#domain/pools/protocol'

export interface RateVaultState {
  /** Assets for 10^27 shares. */
  readonly rate: bigint
  readonly shares: bigint
  /** The vault's own deposit limit. */
  readonly maxDeposit: bigint
  /** Assets that can be withdrawn; absent if the vault is paid whatever its shares are worth. */
  readonly cash?: bigint
}

export interface RateVaultSwapResult {
  readonly out: bigint
  readonly after: RateVaultState
}

/** What `convertToAssets` is asked of, and the rate's scale. */
export const ray = 10n ** 27n
/** Said by a vault without a limit. */
export const unlimited = (1n << 256n) - 1n

export const toShares = ({ rate }: RateVaultState, assets: bigint): bigint => (assets * ray) / rate

export const toAssets = ({ rate }: RateVaultState, shares: bigint): bigint => (shares * rate) / ray

/** `undefined` if the vault refuses the trade or gives nothing for it. */
export const swap = (state: RateVaultState, { from, amountIn }: Trade): RateVaultSwapResult | undefined =>
  from === 0 ? deposit(state, amountIn) : redeem(state, amountIn)

function deposit(state: RateVaultState, amountIn: bigint): RateVaultSwapResult | undefined {
  const out = toShares(state, amountIn)
  const { shares, maxDeposit, cash } = state
  if (out === 0n || amountIn > maxDeposit || shares + out > unlimited) return undefined
  const left = maxDeposit === unlimited ? unlimited : maxDeposit - amountIn
  const after = { ...state, shares: shares + out, maxDeposit: left }
  return { out, after: cash === undefined ? after : { ...after, cash: cash + amountIn } }
}

function redeem(state: RateVaultState, amountIn: bigint): RateVaultSwapResult | undefined {
  const out = toAssets(state, amountIn)
  const { shares, cash, maxDeposit } = state
  if (out === 0n || amountIn > shares || (cash !== undefined && out > cash)) return undefined
  const left = maxDeposit === unlimited || maxDeposit === 0n ? maxDeposit : maxDeposit + out
  const after = { ...state, shares: shares - amountIn, maxDeposit: left }
  return { out, after: cash === undefined ? after : { ...after, cash: cash - out } }
}
