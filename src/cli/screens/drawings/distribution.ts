import type { Screen } from '#cli/out/screen'
import type { Drawing } from '#cli/screens/drawings/forms'
import { drawDot, drawMermaid } from '#cli/screens/drawings/graph'
import type { RoutePicture } from '#cli/screens/drawings/picture'
import { drawSvg } from '#cli/screens/drawings/svg'
import { drawTree } from '#cli/screens/drawings/tree'
import { formatTable } from '#cli/screens/layout/table'

/** A route in the requested format. */
export function drawRoute(format: Drawing, picture: RoutePicture, screen: Screen): readonly string[] {
  switch (format) {
    case 'table':
      return routeTable(picture, screen)
    case 'ascii':
      return drawTree(picture, screen)
    case 'mermaid':
      return drawMermaid(picture)
    case 'svg':
      return drawSvg(picture)
    case 'dot':
      return drawDot(picture)
  }
}

function routeTable(picture: RoutePicture, screen: Screen): readonly string[] {
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
  return [...formatTable(columns, rows, screen), `  total ${picture.bought}`]
}
