import type { Screen } from '#cli/out/screen'
import type { PicturePath, RoutePicture } from '#cli/screens/drawings/picture'
import { columnsOf, padStart } from '#cli/screens/layout/width'

/** The route with one line per path: `62.0 % ── WETH ── UniV3 0.05 % ──────── USDC`. */
export function routeLines(picture: RoutePicture, screen: Screen): readonly string[] {
  if (picture.paths.length === 0) return [`   ${picture.sellSymbol} ── wrap, one for one ── ${picture.buySymbol}`]
  const bodies = picture.paths.map(bodyOf)
  const longest = Math.max(...bodies.map(columnsOf))
  return picture.paths.flatMap((path, i) => {
    const body = bodies[i] ?? ''
    const tail = `${'─'.repeat(longest - columnsOf(body) + 2)} ${picture.buySymbol}`
    const line = `   ${padStart(path.share, 7)} ${body} ${tail}`
    return columnsOf(line) <= screen.width ? [line] : [shortLine(path, picture.buySymbol)]
  })
}

/** `── WETH ── UniV2 0.30 % ── USDT ── Curve 3pool` */
const bodyOf = ({ hops }: PicturePath): string =>
  hops.map(({ from, venue, fee }) => `── ${from} ── ${venue} ${fee}`).join(' ')

/** The form for narrow screens: tokens and venues only, one mark between them. */
const shortLine = ({ share, hops }: PicturePath, to: string): string =>
  `   ${padStart(share, 7)} ${hops.map(({ from, venue }) => `${from} ─ ${venue}`).join(' ─ ')} ─ ${to}`

/** `3 paths · 4 pools` */
export function routeSize({ paths, pools }: RoutePicture): string {
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
  return `${count(paths.length, 'path')} · ${count(pools, 'pool')}`
}
