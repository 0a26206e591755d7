import type { Screen } from '#cli/out/screen'
import { gapText } from '#cli/screens/text'
import type { QuoteRequest } from '#domain/quote'
import type { Leg, Optimality } from '#domain/route'

/** A gap so small is no gap to anybody: a hundredth of a basis point. */
const provenBelowPpm = 1

type Ends = Pick<Leg, 'tokenIn' | 'tokenOut'>

/** What is looked at of a quote. */
interface Shown {
  readonly route: {
    readonly optimality?: Optimality | undefined
    readonly legs: readonly Ends[]
    readonly paths: readonly { readonly hops: readonly unknown[] }[]
  }
  readonly request: Pick<QuoteRequest, 'optimizeFor' | 'maxSplits' | 'maxHops'>
  readonly poolsSeen: number
}

/** How near a route is to the best possible; of a purchase, to the least possible input. Nothing where unproven. */
export function nearLines(quote: Shown, { paint }: Screen): readonly string[] {
  const { route, request, poolsSeen } = quote
  if (route.optimality === undefined) return []
  const { leastInput } = route.optimality
  const { gapPpm } = leastInput ?? route.optimality
  const over = `over ${poolsSeen} pools`
  if (gapPpm < provenBelowPpm) {
    const better = leastInput === undefined ? 'gives 0.01 bp more' : 'does with 0.01 bp less'
    return [`  ${paint.good('Proven best')}: no route ${over} ${better}`]
  }
  const isGasFree = request.optimizeFor === 'output'
  const bestOf = isGasFree ? 'best possible output' : 'best possible'
  const leastOf = isGasFree ? 'least possible input before gas' : 'least possible input'
  const of = leastInput === undefined ? bestOf : leastOf
  return [`  Within ${paint.good(gapText(gapPpm))} of the ${of} ${over}`, ...limitLines(quote)]
}

/** Bounds are of routes beyond these limits too: where a route ends at one, a part of the gap may be the limit's. */
function limitLines({ route: { legs, paths }, request: { maxSplits, maxHops } }: Shown): readonly string[] {
  const limits = [
    ...(waysOf(legs) < maxSplits ? [] : [`--max-splits ${maxSplits}`]),
    ...(paths.every(({ hops }) => hops.length < maxHops) ? [] : [`--max-hops ${maxHops}`]),
  ]
  return limits.length === 0 ? [] : [`  Routes beyond ${limits.join(' and ')}, where this one ends, are counted in`]
}

/** Into how many parallel ways a flow over legs falls at most, as the search counts them. */
const waysOf = (legs: readonly Ends[]): number =>
  legs.length - new Set(legs.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])).size + 2
