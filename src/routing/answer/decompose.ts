import type { Hop, Leg, Path } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'

interface LegRemainder {
  readonly leg: Leg
  into: bigint
  out: bigint
}

/**
 * Decomposes legs into parallel paths: follows the largest legs from the input to the output token, takes as much as
 * the narrowest of them carries, and repeats with what is left. Each round uses up a leg; the parts of a leg add up to
 * it exactly. Rounding crumbs and paths beyond `max` are added to both ends of the largest path, so the paths always
 * add up to the route.
 */
export function decompose(
  legs: readonly Leg[],
  ends: { readonly tokenIn: Address; readonly tokenOut: Address; readonly max: number },
): readonly Path[] {
  const rests = legs.map((leg): LegRemainder => ({ leg, into: leg.amountIn, out: leg.amountOut }))
  const paths: Path[] = []
  for (;;) {
    const chain = findLargestPath(rests, ends)
    if (chain === undefined) break
    paths.push(cutPath(chain))
  }
  return mergeCrumbs(paths, ends.max)
}

function findLargestPath(
  rests: readonly LegRemainder[],
  ends: { tokenIn: Address; tokenOut: Address },
): LegRemainder[] | undefined {
  const chain: LegRemainder[] = []
  for (let token = ends.tokenIn; token !== ends.tokenOut; ) {
    let widest: LegRemainder | undefined
    for (const rest of rests) {
      if (rest.leg.tokenIn !== token || (rest.into === 0n && rest.out === 0n)) continue
      if (widest === undefined || rest.into > widest.into) widest = rest
    }
    if (widest === undefined) return undefined
    chain.push(widest)
    token = widest.leg.tokenOut
  }
  return chain
}

/** Cuts the widest path out of a chain: from its narrowest leg forwards by output, backwards by required input. */
function cutPath(chain: readonly LegRemainder[]): Path {
  let narrowest = 0
  let carried = chain[0]?.out ?? 0n
  chain.forEach((rest, i) => {
    if (i === 0) return
    if (carried >= rest.into) {
      narrowest = i
      carried = rest.out
    } else carried = prorate(rest.out, carried, rest.into)
  })

  const hops: Hop[] = []
  let needed = chain[narrowest]?.into ?? 0n
  for (const rest of chain.slice(0, narrowest).reverse()) {
    const into = prorate(rest.into, needed, rest.out)
    hops.unshift(spend(rest, into, needed))
    needed = into
  }
  carried = chain[narrowest]?.into ?? 0n
  for (const rest of chain.slice(narrowest)) {
    const out = prorate(rest.out, carried, rest.into)
    hops.push(spend(rest, carried, out))
    carried = out
  }
  return { amountIn: hops[0]?.amountIn ?? amount(0n), amountOut: hops.at(-1)?.amountOut ?? amount(0n), hops }
}

const prorate = (whole: bigint, numerator: bigint, denominator: bigint) =>
  numerator === denominator ? whole : (whole * numerator) / denominator

function spend(rest: LegRemainder, into: bigint, out: bigint): Hop {
  rest.into -= into
  rest.out -= out
  const { pool, tokenIn, tokenOut } = rest.leg
  return { pool, tokenIn, tokenOut, amountIn: amount(into), amountOut: amount(out) }
}

function mergeCrumbs(paths: readonly Path[], max: number): readonly Path[] {
  const ranked = paths.toSorted((a, b) => (a.amountIn === b.amountIn ? 0 : a.amountIn > b.amountIn ? -1 : 1))
  const isCrumb = (path: Path) => path.hops.some((hop) => hop.amountIn === 0n || hop.amountOut === 0n)
  const shown = ranked.filter((path) => !isCrumb(path)).slice(0, max)
  const rest = ranked.filter((path) => !shown.includes(path))
  const [first, ...others] = shown
  if (first === undefined) return ranked.slice(0, 1)
  return [addToEnds(first, sum(rest, 'amountIn'), sum(rest, 'amountOut')), ...others]
}

const sum = (paths: readonly Path[], key: 'amountIn' | 'amountOut') =>
  paths.reduce((total, path) => total + path[key], 0n)

/** The path with more input at its first hop and more output at its last. */
function addToEnds(path: Path, more: bigint, moreOut: bigint): Path {
  if (more === 0n && moreOut === 0n) return path
  const amountIn = amount(path.amountIn + more)
  const amountOut = amount(path.amountOut + moreOut)
  const hops = path.hops.map((hop, i) => ({
    ...hop,
    amountIn: i === 0 ? amountIn : hop.amountIn,
    amountOut: i === path.hops.length - 1 ? amountOut : hop.amountOut,
  }))
  return { amountIn, amountOut, hops }
}
