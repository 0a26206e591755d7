import type { Hop, Leg, Path } from '#domain/route'
import { type Address, amount } from '#domain/units'

interface Rest {
  readonly leg: Leg
  into: bigint
  out: bigint
}

/**
 * Reads legs as parallel paths: follows the largest legs from the sold to the bought token, takes as much as the
 * narrowest of them carries, and goes on with what is left. Each round uses up a leg, and the parts of a leg are cut
 * so that they add up to it exactly. Crumbs that rounding leaves, and what exceeds `most` paths, go to the largest
 * path's ends, so that the paths always add up to the route.
 */
export function decompose(
  legs: readonly Leg[],
  ends: { readonly tokenIn: Address; readonly tokenOut: Address; readonly most: number },
): readonly Path[] {
  const rests = legs.map((leg): Rest => ({ leg, into: leg.amountIn, out: leg.amountOut }))
  const paths: Path[] = []
  for (;;) {
    const chain = largestChain(rests, ends)
    if (chain === undefined) break
    paths.push(cut(chain))
  }
  return gathered(paths, ends.most)
}

function largestChain(rests: readonly Rest[], ends: { tokenIn: Address; tokenOut: Address }): Rest[] | undefined {
  const chain: Rest[] = []
  for (let token = ends.tokenIn; token !== ends.tokenOut; ) {
    let widest: Rest | undefined
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

/** Cuts the widest path out of a chain: from its narrowest leg forwards by what comes out, backwards by what is needed. */
function cut(chain: readonly Rest[]): Path {
  let narrowest = 0
  let carried = chain[0]?.out ?? 0n
  chain.forEach((rest, i) => {
    if (i === 0) return
    if (carried >= rest.into) {
      narrowest = i
      carried = rest.out
    } else carried = part(rest.out, carried, rest.into)
  })

  const hops: Hop[] = []
  let needed = chain[narrowest]?.into ?? 0n
  for (const rest of chain.slice(0, narrowest).reverse()) {
    const into = part(rest.into, needed, rest.out)
    hops.unshift(spend(rest, into, needed))
    needed = into
  }
  carried = chain[narrowest]?.into ?? 0n
  for (const rest of chain.slice(narrowest)) {
    const out = part(rest.out, carried, rest.into)
    hops.push(spend(rest, carried, out))
    carried = out
  }
  return { amountIn: hops[0]?.amountIn ?? amount(0n), amountOut: hops.at(-1)?.amountOut ?? amount(0n), hops }
}

const part = (whole: bigint, numerator: bigint, denominator: bigint) =>
  numerator === denominator ? whole : (whole * numerator) / denominator

function spend(rest: Rest, into: bigint, out: bigint): Hop {
  rest.into -= into
  rest.out -= out
  const { pool, tokenIn, tokenOut } = rest.leg
  return { pool, tokenIn, tokenOut, amountIn: amount(into), amountOut: amount(out) }
}

function gathered(paths: readonly Path[], most: number): readonly Path[] {
  const ranked = paths.toSorted((a, b) => (a.amountIn === b.amountIn ? 0 : a.amountIn > b.amountIn ? -1 : 1))
  const isCrumb = (path: Path) => path.hops.some((hop) => hop.amountIn === 0n || hop.amountOut === 0n)
  const shown = ranked.filter((path) => !isCrumb(path)).slice(0, most)
  const rest = ranked.filter((path) => !shown.includes(path))
  const [first, ...others] = shown
  if (first === undefined) return ranked.slice(0, 1)
  return [withEnds(first, sum(rest, 'amountIn'), sum(rest, 'amountOut')), ...others]
}

const sum = (paths: readonly Path[], key: 'amountIn' | 'amountOut') =>
  paths.reduce((total, path) => total + path[key], 0n)

/** The path with a little more at both ends. */
function withEnds(path: Path, more: bigint, moreOut: bigint): Path {
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
