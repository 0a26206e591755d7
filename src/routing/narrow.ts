import type { Pool } from '#domain/protocol'
import { f64, i32 } from '#math/typed'
import { branchesOf } from './bound/scope.ts'
import type { Edge, Market } from './market.ts'
import { extendField } from './search/field.ts'
import type { Searched } from './search/found.ts'
import type { Room } from './search/room.ts'
import type { Task } from './search/task.ts'

/**
 * Pools whose state was read too narrowly: filled to the edge of what is known of them, they would still give more than
 * the route's last unit. Without a route, those that are on any way at all.
 */
export function narrowPools(
  { ground, kept, market }: Pick<Room, 'ground' | 'kept'> & { readonly market: Market },
  task: Task,
  found: Searched | undefined,
): readonly Pool[] {
  const { book, pairs } = ground
  const { partial } = book
  const first = partial.indexOf(1)
  if (first < 0) return []
  const { source, target } = task
  const branches = branchesOf(ground, task)
  const from = kept.around(source, 'onward', 'spot')
  const to = kept.around(target, 'back', 'spot')
  extendField(from, pairs, { pairs: branches, direction: 'onward', price: pairs.spot })
  extendField(to, pairs, { pairs: branches.toReversed(), direction: 'back', price: pairs.spot })
  const last = found === undefined ? 0 : f64(found.support.prices, 0)

  const narrow = new Set<Pool>()
  for (let id = first; id >= 0; id = partial.indexOf(1, id + 1)) {
    const [a, b] = [i32(book.from, id), i32(book.to, id)]
    if (b === source || a === target) continue
    const root = f64(book.columns.root, i32(book.last, id))
    const atEdge = f64(book.kept, id) * root * root
    if (atEdge * f64(from.price, a) * f64(to.price, b) > last) narrow.add((market.edges[id] as Edge).live.pool)
  }
  return [...narrow]
}
