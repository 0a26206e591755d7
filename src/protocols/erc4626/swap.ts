/**
 * Output of a vault for assets (token 0) and for shares (token 1). Source: ERC4626._convertToShares and
 * _convertToAssets.
 */
import type { Trade } from '#domain/pools/protocol'

export interface Erc4626State {
  readonly assets: bigint
  readonly shares: bigint
  /** Assets held by the vault: no more can be withdrawn. */
  readonly cash: bigint
  /** The vault's own deposit limit. */
  readonly mostDeposit: bigint
  /**
   * Added to the shares, as one unit is to the assets: 10 to the power of the decimals by which shares exceed assets.
   */
  readonly virtualShares: bigint
  readonly redeems: boolean
}

export interface Erc4626SwapResult {
  readonly out: bigint
  readonly after: Erc4626State
}

const limit = 1n << 256n
/** Said by a vault without a limit. */
const unlimited = limit - 1n

/** Rounded down. */
export const convertToShares = ({ assets, shares, virtualShares }: Erc4626State, deposited: bigint): bigint =>
  (deposited * (shares + virtualShares)) / (assets + 1n)

/** Rounded down. */
export const convertToAssets = ({ assets, shares, virtualShares }: Erc4626State, redeemed: bigint): bigint =>
  (redeemed * (assets + 1n)) / (shares + virtualShares)

/** `undefined` if the vault refuses the trade or gives nothing for it. */
export const swap = (state: Erc4626State, { from, amountIn }: Trade): Erc4626SwapResult | undefined =>
  from === 0 ? deposit(state, amountIn) : redeem(state, amountIn)

function deposit(state: Erc4626State, amountIn: bigint): Erc4626SwapResult | undefined {
  const out = convertToShares(state, amountIn)
  const { assets, shares, cash, mostDeposit } = state
  if (out === 0n || amountIn > mostDeposit || shares + out >= limit) return undefined
  const left = mostDeposit === unlimited ? unlimited : mostDeposit - amountIn
  const after = { assets: assets + amountIn, shares: shares + out, cash: cash + amountIn, mostDeposit: left }
  return { out, after: { ...state, ...after } }
}

function redeem(state: Erc4626State, amountIn: bigint): Erc4626SwapResult | undefined {
  const out = convertToAssets(state, amountIn)
  const { assets, shares, cash, redeems } = state
  if (out === 0n || !redeems || amountIn > shares || out > cash) return undefined
  return { out, after: { ...state, assets: assets - out, shares: shares - amountIn, cash: cash - out } }
}
