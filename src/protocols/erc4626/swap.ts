/** What a vault gives for assets (token 0) and for shares (token 1). Source: ERC4626._convertToShares and _convertToAssets. */
import type { Trade } from '#domain/protocol'

export interface State {
  readonly assets: bigint
  readonly shares: bigint
  /** Assets that lie in the vault: more cannot be taken out. */
  readonly cash: bigint
  /** What the vault says it takes at most. */
  readonly mostDeposit: bigint
  /** Added to the shares, as one unit is to the assets: 10 to the power of the decimals by which shares exceed assets. */
  readonly virtualShares: bigint
  readonly redeems: boolean
}

export interface Swapped {
  readonly out: bigint
  readonly after: State
}

const limit = 1n << 256n

/** Rounded down. */
export const sharesFor = ({ assets, shares, virtualShares }: State, deposited: bigint): bigint =>
  (deposited * (shares + virtualShares)) / (assets + 1n)

/** Rounded down. */
export const worthOf = ({ assets, shares, virtualShares }: State, redeemed: bigint): bigint =>
  (redeemed * (assets + 1n)) / (shares + virtualShares)

/** `undefined` where the vault refuses the trade or gives nothing for it. */
export const swap = (state: State, { from, amountIn }: Trade): Swapped | undefined =>
  from === 0 ? deposit(state, amountIn) : redeem(state, amountIn)

function deposit(state: State, amountIn: bigint): Swapped | undefined {
  const out = sharesFor(state, amountIn)
  const { assets, shares, cash, mostDeposit } = state
  if (out === 0n || amountIn > mostDeposit || shares + out >= limit) return undefined
  return { out, after: { ...state, assets: assets + amountIn, shares: shares + out, cash: cash + amountIn } }
}

function redeem(state: State, amountIn: bigint): Swapped | undefined {
  const out = worthOf(state, amountIn)
  const { assets, shares, cash, redeems } = state
  if (out === 0n || !redeems || amountIn > shares || out > cash) return undefined
  return { out, after: { ...state, assets: assets - out, shares: shares - amountIn, cash: cash - out } }
}
