import type { Pool } from '#domain/protocol'
import { f64, i32 } from '#math/typed'
import type { Market } from './market.ts'
import type { Ground } from './search/core.ts'
import { clearField, type Field, spreadField } from './search/field.ts'
import type { Searched } from './search/found.ts'

/** Further than this from either end a pool's price at its edge is not looked at. */
const hops = 4

/**
 * Pools whose state was read too narrowly: filled to the edge of what is known of them, they would still give more than
 * the route's last unit. Without a route, those that are on any way at all.
 */
export function narrowPools(
  { ground, fields, market }: { ground: Ground; fields: readonly [Field, Field]; market: Market },
  ends: { readonly source: number; readonly target: number; readonly branches: readonly number[] },
  found: Searched | undefined,
): readonly Pool[] {
  const { book, pairs } = ground
  if (!book.partial.includes(1)) return []
  const [from, to] = fields
  const spread = { pairs, price: pairs.spot, hops, branches: ends.branches }
  spreadField(from, { ...spread, origin: ends.source, direction: 'onward' })
  spreadField(to, { ...spread, origin: ends.target, direction: 'back' })
  const last = found === undefined ? 0 : f64(found.support.prices, 0)

  const narrow = new Set<Pool>()
  for (const { id, live, source, target } of market.edges) {
    if (book.partial[id] === 0 || target === ends.source || source === ends.target) continue
    const root = f64(book.columns.root, i32(book.last, id))
    const atEdge = f64(book.kept, id) * root * root
    const outside = f64(from.price, i32(book.from, id)) * f64(to.price, i32(book.to, id))
    if (atEdge * outside > last) narrow.add(live.pool)
  }
  clearField(from)
  clearField(to)
  return [...narrow]
}
