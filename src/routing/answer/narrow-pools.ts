import { itemAt } from '#domain/item-at'
import type { Pool } from '#domain/pools/protocol'
import { f64, i32 } from '#math/typed'
import { findDeadEnds } from '#routing/index/pair-graph'
import type { PoolGraph } from '#routing/index/pool-graph'
import { extendField } from '#routing/index/price-field'
import type { Task } from '#routing/index/task'
import type { LocalOptimum } from '#routing/search/incumbent'
import type { SearchWorkspace } from '#routing/search/workspace'

/**
 * Pools whose state was read too narrowly: filled to the edge of the known range, they would still give more than the
 * route's last unit, and the traded amount can become as much as fills them. Without a route: those on any path at all.
 */
export function findNarrowPools(
  { workspace: { index, fields }, market }: { readonly workspace: SearchWorkspace; readonly market: PoolGraph },
  task: Task,
  found: LocalOptimum | undefined,
): readonly Pool[] {
  const { book, pairs } = index
  const { partial } = book
  const first = partial.indexOf(1)
  if (first < 0) return []
  const { source, target } = task
  const branches = findDeadEnds(pairs, task)
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
