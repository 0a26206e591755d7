import type { MarketIndex } from '#routing/index/market-index'
import {
  createPriceField,
  createPriceFieldCache,
  type PriceField,
  type PriceFieldCache,
} from '#routing/index/price-field'
import type { Task } from '#routing/index/task'
import { createDualWorkspace, type DualWorkspace } from './dual.ts'
import { buildSearchGraph, type SearchGraph } from './search-graph.ts'
import type { SearchState } from './support.ts'

/** Buffers reused by consecutive searches. */
export interface SearchWorkspace {
  readonly index: MarketIndex
  readonly fields: PriceFieldCache
  /** Empty between two uses. */
  readonly field: PriceField
  readonly dual: DualWorkspace
}

/** Maximum tokens of a core and edges of a support. */
const maxTokens = 96
const maxEdges = 512

export const createSearchWorkspace = (ground: MarketIndex): SearchWorkspace => ({
  index: ground,
  fields: createPriceFieldCache(ground),
  field: createPriceField(ground.book.tokens),
  dual: createDualWorkspace(ground.book, maxTokens, maxEdges),
})

/**
 * Starts a search over the tokens that may matter to a task.
 *
 * @param extra tokens that must be among them
 * @param reachable the best end-to-end price of a path without cycles, if known
 */
export const startSearch = (
  workspace: SearchWorkspace,
  task: Task,
  extra: readonly number[],
  reachable?: number,
): SearchState =>
  createSearchState(workspace, buildSearchGraph(workspace.index, task, workspace.fields, extra, reachable))

/** Starts a search over an existing core. */
export const createSearchState = ({ index: ground, dual }: SearchWorkspace, core: SearchGraph): SearchState => ({
  index: ground,
  core,
  dual,
  banned: new Uint8Array(core.edges.length),
  spent: 0,
})
