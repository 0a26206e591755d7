import { coreOf } from './core.ts'
import type { Edge } from './market.ts'
import { type Pricing, type Ranking, rankWays, type Way } from './paths.ts'
import type { Search } from './plan.ts'
import { narrowed, type Reach } from './reach.ts'

/** What is worth the search's time. */
export interface Scouted {
  readonly core: readonly Edge[]
  /** The best ways for the whole amount, after gas. */
  readonly whole: Ranking
  /** The best ways for the part a division would send over one of them. */
  readonly part: Ranking
  readonly partAmount: number
  /** The trade moves prices so far that pools matter which do not for a small one. */
  readonly deep: boolean
}

/** A division sends parts of about this size over its ways. */
const parts = 16
/** A part so small that it shows prices rather than depths. */
const crumbs = 512
const keep = { whole: 12, part: 16 }
/** Beside the best way, one may give this much less and still be of use; large trades make this wider. */
const tolerance = 0.96
/** Below this part of the small trade's price a trade is deep. */
const deepBelow = 0.9
/** A market of no more edges is searched in full. */
const smallMarket = 64

/** Looks once over the whole reach at three sizes, keeps the edges that matter, and ranks ways over those. */
export function scout(search: Search): Scouted {
  const { reach, amountIn } = search
  const partAmount = wholePart(amountIn, parts)
  const all = reach.leaving.flat()
  const { core, deep } = all.length <= smallMarket ? { core: all, deep: false } : glance(search, partAmount)
  const within: Reach = narrowed(reach, new Set(core))
  const whole = rankWays(priced(search, 1), { reach: within, amount: amountIn, keep: keep.whole })
  const part = rankWays(priced(search, parts), { reach: within, amount: partAmount, keep: keep.part, inner: 3 })
  return { core, whole, part, partAmount, deep }
}

function glance(search: Search, partAmount: number): { readonly core: readonly Edge[]; readonly deep: boolean } {
  const { reach, desk, amountIn } = search
  const seen = [amountIn, partAmount, wholePart(amountIn, crumbs)].map((amount) => {
    const ranking = rankWays(desk, { reach, amount, keep: 4, inner: 1 })
    return { amount, ranking, average: (ranking.ways[0]?.amountOut ?? 0) / amount }
  })
  // a division ends where the next unit gives as little over every way: about the square of what the average lost
  const [best = 0, least = 0] = [seen.at(-1)?.average, seen[0]?.average]
  const impact = best > 0 ? (least / best) ** 2 : 0
  const edges = seen.flatMap((one) =>
    coreOf(reach, { ...one, tolerance: one.amount === amountIn ? tolerance : Math.min(tolerance, impact) }),
  )
  return { core: [...new Set(edges)].toSorted((a, b) => a.id - b.id), deep: impact < deepBelow }
}

/** Rankings that charge each way its gas, in proportion where it carries only one of `share` parts. */
function priced({ desk, gasValue }: Search, share: number): Pricing {
  return {
    give: desk.give,
    cost({ token, last, before }) {
      const gas = before + desk.gas(last, 1)
      return { gas, worth: (gasValue.in(token, gas) ?? 0) / share }
    },
  }
}

/** The ways of both rankings, those for a part first. */
export const scoutedWays = ({ part, whole }: Scouted): readonly Way[] =>
  [...part.ways, ...whole.ways].map(({ way }) => way)

const wholePart = (amount: number, count: number) => Math.max(1, Math.floor(amount / count))
