/** Segments of a vault: one rate, up to its limit. */
import { rateToSegments } from '#amm/rate-segments'
import type { LiquiditySegments } from '#domain/pools/protocol'
import type { Erc4626State } from './swap.ts'

/** Deposits above this multiple of a vault's assets are not considered. */
const maxGrowth = 1e6

export function toSegments(state: Erc4626State, from: number, gas: number): LiquiditySegments {
  const [assets, shares] = [Number(state.assets) + 1, Number(state.shares + state.virtualShares)]
  const rate = from === 0 ? shares / assets : assets / shares
  const max = from === 0 ? Math.min(Number(state.mostDeposit), assets * maxGrowth) : computeMaxRedeemed(state, rate)
  return rateToSegments({ rate, max, gas })
}

const computeMaxRedeemed = ({ shares, cash, redeems }: Erc4626State, rate: number): number =>
  redeems ? Math.min(Number(shares), Number(cash) / rate) : 0
