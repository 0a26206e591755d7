import type { MarketIndex } from '#routing/index/market-index'
import {
  clearField,
  createPriceField,
  createPriceFieldCache,
  type PriceField,
  type PriceFieldCache,
} from '#routing/index/price-field'
import type { Task } from '#routing/index/task'
import { createDualWorkspace, type DualWorkspace } from './dual.ts'
import { createSearchEffort, type SearchEffort } from './effort.ts'
import { buildSearchGraph, type SearchGraph } from './search-graph.ts'
import type { SearchState } from './support.ts'
import { createSwapModel, type SwapModel } from './swap-model.ts'

/** Buffers reused by consecutive searches. */
export interface SearchWorkspace {
  readonly index: MarketIndex
  readonly fields: PriceFieldCache
  /** The same, without prices of earlier blocks. */
  readonly currentFields: PriceFieldCache
  /** Runs a function with an empty field, which it may fill but not keep. */
  useField<T>(use: (field: PriceField) => T): T
  readonly dual: DualWorkspace
  readonly swapModel: SwapModel
  readonly effort: SearchEffort
}

/** Maximum tokens of a core and edges of a support. */
const maxTokens = 96
const maxEdges = 512

/** @param isInterrupted as `createSearchEffort` */
export function createSearchWorkspace(index: MarketIndex, isInterrupted?: () => boolean): SearchWorkspace {
  const field = createPriceField(index.book.tokens)
  return {
    index,
    fields: createPriceFieldCache(index),
    currentFields: createPriceFieldCache(index, 1),
    effort: createSearchEffort(isInterrupted),
    dual: createDualWorkspace(index.book, maxTokens, maxEdges),
    swapModel: createSwapModel(),
    useField(use) {
      const result = use(field)
      clearField(field)
      return result
    },
  }
}

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
export function createSearchState(workspace: SearchWorkspace, core: SearchGraph): SearchState {
  const { index, dual, swapModel, effort } = workspace
  const banned = new Uint8Array(core.edges.length)
  return {
    ...{ index, core, dual, swapModel, banned, effort },
    closed: new Uint8Array(core.edges.length),
    returnPrice: new Float64Array(core.tokens.length),
    priceBefore: new Float64Array(core.tokens.length),
    returnEdge: new Int32Array(core.tokens.length),
    spent: 0,
    without(edges, search) {
      for (const edge of edges) banned[edge.index] = 1
      const result = search()
      for (const edge of edges) banned[edge.index] = 0
      return result
    },
  }
}
