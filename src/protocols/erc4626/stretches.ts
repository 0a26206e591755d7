/** A vault as the search sees it: one rate, up to what it takes. */
import { rateStretches } from '#amm/rate-stretches'
import type { Stretches } from '#domain/protocol'
import type { State } from './swap.ts'

/** Deposits of so many times what a vault has are not looked for. */
const mostGrowth = 1e6

export function stretches(state: State, from: number, gas: number): Stretches {
  const [assets, shares] = [Number(state.assets) + 1, Number(state.shares + state.virtualShares)]
  const rate = from === 0 ? shares / assets : assets / shares
  const most = from === 0 ? Math.min(Number(state.mostDeposit), assets * mostGrowth) : mostRedeemed(state, rate)
  return rateStretches({ rate, most, gas })
}

const mostRedeemed = ({ shares, cash, redeems }: State, rate: number): number =>
  redeems ? Math.min(Number(shares), Number(cash) / rate) : 0
