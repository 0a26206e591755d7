import type { Screen } from '#cli/out/screen'
import { dotDrawing, mermaidDrawing } from '#cli/screens/graph-drawings'
import type { Picture } from '#cli/screens/picture'
import { svgDrawing } from '#cli/screens/svg-drawing'
import { table } from '#cli/screens/table'
import { treeDrawing } from '#cli/screens/tree-drawing'

export const drawings = ['table', 'ascii', 'mermaid', 'svg', 'dot'] as const

/** A route in the form that was asked for. */
export function drawRoute(format: (typeof drawings)[number], picture: Picture, screen: Screen): readonly string[] {
  switch (format) {
    case 'table':
      return routeTable(picture, screen)
    case 'ascii':
      return treeDrawing(picture)
    case 'mermaid':
      return mermaidDrawing(picture)
    case 'svg':
      return svgDrawing(picture)
    case 'dot':
      return dotDrawing(picture)
  }
}

function routeTable(picture: Picture, screen: Screen): readonly string[] {
  const rows = picture.paths.flatMap(({ share, hops }) =>
    hops.map(({ venue, fee, pool, from, to, amountIn, amountOut }, i) => [
      i === 0 ? share : '',
      `${venue} ${fee}`,
      pool,
      `${amountIn} ${from}`,
      `${amountOut} ${to}`,
    ]),
  )
  const columns = [
    { title: 'SHARE', align: 'right' },
    { title: 'VENUE' },
    { title: 'POOL' },
    { title: 'IN', align: 'right' },
    { title: 'OUT', align: 'right' },
  ] as const
  return [...table(columns, rows, screen), `  total ${picture.bought}`]
}
