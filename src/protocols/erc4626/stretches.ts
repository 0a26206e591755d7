/** A vault as the search sees it: one rate, up to what it takes. */
import type { Stretches } from '#domain/protocol'
import type { State } from './swap.ts'

/**
 * Stretches fall in price and a vault's rate does not. So there are some, each eight times as long as the one before and a
 * little dearer: what one says is off by a part in a million of what it reaches to, not of all that the vault holds.
 */
const fall = 1e-7
const count = 14
const growth = 8
/** Deposits of so many times what a vault has are not looked for. */
const mostGrowth = 1e6

export function stretches(state: State, from: number, gas: number): Stretches {
  const [assets, shares] = [Number(state.assets) + 1, Number(state.shares + state.virtualShares)]
  const rate = from === 0 ? shares / assets : assets / shares
  const most = from === 0 ? Math.min(Number(state.mostDeposit), assets * mostGrowth) : mostRedeemed(state, rate)
  if (!(most >= 1)) return { kept: 1, roots: [], liquidity: [], gas: [], whole: true }

  const roots = Array.from({ length: count + 1 }, (_, k) => Math.sqrt(rate) * (1 + fall) ** -k)
  const reach = Array.from({ length: count + 1 }, (_, k) => (k === 0 ? 0 : most * growth ** (k - count)))
  const each = <T>(of: (from: number, to: number, k: number) => T): T[] =>
    reach.slice(1).map((to, k) => of(reach[k] ?? 0, to, k))
  return {
    kept: 1,
    roots,
    liquidity: each((begin, end, k) => (end - begin) / (1 / (roots[k + 1] ?? 1) - 1 / (roots[k] ?? 1))),
    gas: each(() => gas),
    slack: each((_, end, k) => 1 + 3 * (k + 1) * fall * end * rate),
    whole: true,
  }
}

const mostRedeemed = ({ shares, cash, redeems }: State, rate: number): number =>
  redeems ? Math.min(Number(shares), Number(cash) / rate) : 0
