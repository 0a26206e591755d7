import { wholeShare } from '#domain/quotes/route'
import { type Evaluation, evaluate } from '#routing/answer/evaluate'
import { computeExactOutput } from '#routing/answer/exact-path'
import type { Edge, PoolGraph } from '#routing/index/pool-graph'

/** Paths kept at each token after each hop. */
const maxLabels = 4

interface PathLabel {
  readonly out: bigint
  readonly edges: readonly Edge[]
}

export interface CandidateLimits {
  readonly source: number
  readonly target: number
  readonly maxHops: number
  readonly count: number
}

/**
 * Single paths for the whole amount, the largest exact output first; gas is not weighed. Hop by hop, the best
 * {@link maxLabels} at each token are extended, so all direct pools are there, and of longer paths the best.
 */
export function listCandidatePaths(
  market: PoolGraph,
  { source, target, maxHops, count }: CandidateLimits,
  trade: Parameters<typeof evaluate>[1],
): readonly Evaluation[] {
  const arrived: PathLabel[] = []
  let front: readonly PathLabel[] = [{ out: trade.amountIn, edges: [] }]
  for (let hop = 0; hop < maxHops; hop += 1) {
    const made = front.flatMap((label) => extendLabel(market.leaving(endOf(label) ?? source), source, label))
    arrived.push(...made.filter((label) => endOf(label) === target))
    front = keepBest(made.filter((label) => endOf(label) !== target))
  }
  return arrived
    .toSorted(byOutput)
    .slice(0, count)
    .flatMap(
      ({ edges }) =>
        evaluate(
          edges.map((edge) => ({ edge, share32: wholeShare })),
          trade,
        ) ?? [],
    )
}

const endOf = ({ edges }: PathLabel): number | undefined => edges.at(-1)?.target

/** The best labels at each token. */
function keepBest(labels: readonly PathLabel[]): readonly PathLabel[] {
  const byToken = new Map<number | undefined, PathLabel[]>()
  for (const label of labels) {
    const known = byToken.get(endOf(label))
    if (known === undefined) byToken.set(endOf(label), [label])
    else known.push(label)
  }
  return [...byToken.values()].flatMap((some) => some.toSorted(byOutput).slice(0, maxLabels))
}

/** The label with each edge that enters neither a token nor a pool of the path again. */
function extendLabel(leaving: readonly Edge[], source: number, { out, edges }: PathLabel): readonly PathLabel[] {
  return leaving.flatMap((edge) => {
    const isKnown = edge.target === source || edges.some((one) => one.target === edge.target || one.pool === edge.pool)
    const bought = isKnown ? 0n : computeExactOutput([edge], out)
    return bought > 0n ? [{ out: bought, edges: [...edges, edge] }] : []
  })
}

const byOutput = (a: PathLabel, b: PathLabel): number => (a.out === b.out ? 0 : a.out > b.out ? -1 : 1)
