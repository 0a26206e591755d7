import { i32 } from '#math/typed'
import type { EdgeTable } from '#routing/book/edge-table'
import type { SearchGraph } from './search-graph.ts'
import type { SinglePath } from './single-paths.ts'
import type { Support } from './support.ts'

/** The result of a search. */
export interface LocalOptimum {
  readonly core: SearchGraph
  readonly support: Support
  /** The best single paths, best first; empty if none takes the whole amount. */
  readonly singlePaths: readonly SinglePath[]
  readonly extra: readonly number[]
}

/** The tokens of its route by market number, possibly repeated. */
export const tokensOf = ({ core, support }: Pick<LocalOptimum, 'core' | 'support'>): readonly number[] =>
  support.edges.flatMap(({ a, b }) => [a, b]).flatMap((place) => core.tokens[place] ?? [])

/** The search result passed to a proof. */
export interface Incumbent {
  /** Edges by market number with their flows, in floats of the smallest units. */
  readonly legs: readonly { readonly edge: number; readonly x: number; readonly y: number }[]
  /** By market token: its price in the output token, smallest units per smallest unit; the route's tokens only. */
  readonly prices: ReadonlyMap<number, number>
  /** Output less gas, in the output token. */
  readonly net: number
  /** Tokens that the search added to its core beyond the default choice. */
  readonly extra: readonly number[]
  /** The last proof for the same pair, a block ago. */
  readonly proven?: PreviousProof | undefined
}

/** The input and output tokens of its legs by market number, possibly repeated. */
export const listLegTokens = ({ from, to }: EdgeTable, { legs }: Pick<Incumbent, 'legs'>): readonly number[] =>
  legs.flatMap(({ edge }) => [i32(from, edge), i32(to, edge)])

export interface PreviousProof {
  /** By market token: the final prices. */
  readonly prices: ReadonlyMap<number, number>
  readonly byClasses: boolean
  readonly legs?: PricedLegs | undefined
}

/** The end of a proof that gives every leg a price, in the output token. */
export interface PricedLegs {
  readonly legPrice: number
  /** By market token. */
  readonly prices: ReadonlyMap<number, number>
}
