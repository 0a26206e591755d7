import { i32 } from '#math/typed'
import type { Book } from '#routing/book/book'
import type { Core } from './core.ts'
import type { Chain } from './labels.ts'
import type { Support } from './support.ts'

/** Where a search has ended. */
export interface Searched {
  readonly core: Core
  readonly support: Support
  /** The best undivided ways, the best first; empty where none takes the whole amount. */
  readonly chains: readonly Chain[]
  readonly extra: readonly number[]
}

/** The tokens of its route, by their numbers in the book, some of them several times. */
export const tokensOf = ({ core, support }: Pick<Searched, 'core' | 'support'>): readonly number[] =>
  support.edges.flatMap(({ a, b }) => [a, b]).flatMap((place) => core.tokens[place] ?? [])

/** What the search has found, for whoever proves how good it is. */
export interface Found {
  /** Edges of the book with what flows, in floats of the smallest units. */
  readonly legs: readonly { readonly edge: number; readonly x: number; readonly y: number }[]
  /** By token of the book: its price in the bought token, smallest units per smallest unit; the route's tokens only. */
  readonly prices: ReadonlyMap<number, number>
  /** Output less gas, in the bought token. */
  readonly net: number
  /** Tokens that the search wanted in its core beside those it picks. */
  readonly extra: readonly number[]
  /** The last proof for the same pair, a block ago. */
  readonly proven?: ProvenBefore | undefined
}

/** The tokens that its legs sell and buy, by their numbers in the book, some of them several times. */
export const tokensOfLegs = ({ from, to }: Book, { legs }: Pick<Found, 'legs'>): readonly number[] =>
  legs.flatMap(({ edge }) => [i32(from, edge), i32(to, edge)])

export interface ProvenBefore {
  /** By token of the book, where its prices ended. */
  readonly prices: ReadonlyMap<number, number>
  readonly byClasses: boolean
  readonly legs?: PricedLegs | undefined
}

/** Where a proof ended that gives every leg its price, in the bought token. */
export interface PricedLegs {
  readonly legPrice: number
  /** By token of the book. */
  readonly prices: ReadonlyMap<number, number>
}
