import { itemAt } from '#domain/item-at'
import type { Pool } from '#domain/pools/protocol'
import { f64, i32 } from '#math/typed'
import { findDeadEnds } from './bound/scope.ts'
import type { PoolGraph } from './pool-graph.ts'
import type { LocalOptimum } from './search/incumbent.ts'
import { extendField } from './search/price-field.ts'
import type { Task } from './search/task.ts'
import type { SearchWorkspace } from './search/workspace.ts'

/**
 * Pools whose state was read too narrowly: filled to the edge of the known range, they would still give more than the
 * route's last unit, and the traded amount can become as much as fills them. Without a route: those on any path at all.
 */
export function findNarrowPools(
  { index: ground, fields, market }: Pick<SearchWorkspace, 'index' | 'fields'> & { readonly market: PoolGraph },
  task: Task,
  found: LocalOptimum | undefined,
): readonly Pool[] {
  const { book, pairs } = ground
  const { partial } = book
  const first = partial.indexOf(1)
  if (first < 0) return []
  const { source, target } = task
  const branches = findDeadEnds(ground, task)
  const from = fields.around(source, 'onward', 'spot')
  const to = fields.around(target, 'back', 'spot')
  extendField(from, pairs, { pairs: branches, direction: 'onward', price: pairs.spot })
  extendField(to, pairs, { pairs: branches.toReversed(), direction: 'back', price: pairs.spot })
  const last = found === undefined ? 0 : f64(found.support.prices, 0)

  const narrow = new Set<Pool>()
  for (let id = first; id >= 0; id = partial.indexOf(1, id + 1)) {
    const [a, b] = [i32(book.from, id), i32(book.to, id)]
    if (b === source || a === target) continue
    const end = i32(book.last, id)
    const [root, kept] = [f64(book.columns.root, end), f64(book.feeFactor, id)]
    const atEdge = kept * root * root
    if (found !== undefined && f64(book.columns.sold, end) > kept * task.amount * f64(from.price, a)) continue
    if (atEdge * f64(from.price, a) * f64(to.price, b) > last) narrow.add(itemAt(market.edges, id).live.pool)
  }
  return [...narrow]
}
