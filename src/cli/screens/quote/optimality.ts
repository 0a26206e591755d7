import type { Screen } from '#cli/out/screen'
import { gapText } from '#cli/screens/layout/text'
import type { QuoteRequest } from '#domain/quotes/quote'
import type { Leg, Optimality } from '#domain/quotes/route'

/** A gap this small is negligible: a hundredth of a basis point. */
const provenBelowPpm = 1

type LegEnds = Pick<Leg, 'tokenIn' | 'tokenOut'>

/** The members of a quote used here. */
interface OptimalityInput {
  readonly route: {
    readonly optimality?: Optimality | undefined
    readonly legs: readonly LegEnds[]
    readonly paths: readonly { readonly hops: readonly unknown[] }[]
  }
  readonly request: Pick<QuoteRequest, 'optimizeFor' | 'maxSplits' | 'maxHops'>
  readonly poolsSeen: number
}

/**
 * The optimality gap of a route: against the maximum output or, for exact output, the minimum input. Empty if unproven.
 */
export function optimalityLines(quote: OptimalityInput, { paint }: Screen): readonly string[] {
  const { route, request, poolsSeen } = quote
  if (route.optimality === undefined) return []
  const { minInput } = route.optimality
  const { gapPpm } = minInput ?? route.optimality
  const over = `over ${poolsSeen} pools`
  if (gapPpm < provenBelowPpm) {
    const better = minInput === undefined ? 'gives 0.01 bp more' : 'needs 0.01 bp less'
    return [`  ${paint.good('Proven best')}: no route ${over} ${better}`]
  }
  const isGasFree = request.optimizeFor === 'output'
  const bestOf = isGasFree ? 'best possible output' : 'best possible'
  const minOf = isGasFree ? 'least possible input before gas' : 'least possible input'
  const of = minInput === undefined ? bestOf : minOf
  return [`  Within ${paint.good(gapText(gapPpm))} of the ${of} ${over}`, ...limitLines(quote)]
}

/** The bound covers routes beyond these limits too: if a route reaches one, it may cause a part of the gap. */
function limitLines({ route: { legs, paths }, request: { maxSplits, maxHops } }: OptimalityInput): readonly string[] {
  const limits = [
    ...(countSplits(legs) < maxSplits ? [] : [`--max-splits ${maxSplits}`]),
    ...(paths.every(({ hops }) => hops.length < maxHops) ? [] : [`--max-hops ${maxHops}`]),
  ]
  return limits.length === 0 ? [] : [`  Routes beyond ${limits.join(' and ')}, where this one ends, are counted in`]
}

/** The maximum number of parallel paths of a flow over legs, as the search counts them. */
const countSplits = (legs: readonly LegEnds[]): number =>
  legs.length - new Set(legs.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])).size + 2
