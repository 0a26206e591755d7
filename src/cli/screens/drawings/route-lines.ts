import type { Screen } from '#cli/out/screen'
import type { PictureHop, PicturePath, RoutePicture } from '#cli/screens/drawings/picture'
import { columnsOf, padStart } from '#cli/screens/layout/width'

/** Columns of the share, and where a path begins. */
const shareColumns = 7
const indent = ' '.repeat(shareColumns + 4)

/** How a hop's pool is named: its venue and its fee, and its address where two lines would be equal. */
type PoolName = (hop: PictureHop) => string

/**
 * The route with one line per path: `62.0 % ── WETH ── UniV3 0.05 % ──────── USDC`. On a narrow screen the marks become
 * shorter first, then the names of the venues, and then a path continues on the next line; its fees always stay.
 */
export function routeLines(picture: RoutePicture, screen: Screen): readonly string[] {
  if (picture.paths.length === 0) return [`   ${picture.sellSymbol} ── wrap, one for one ── ${picture.buySymbol}`]
  const twins = findTwins(picture.paths)
  const nameOf = (path: PicturePath): PoolName =>
    twins.has(path) ? ({ venue, fee, pool }) => `${venue} ${fee} ${pool}` : ({ venue, fee }) => `${venue} ${fee}`
  const long = drawLong(picture, nameOf)
  if (long.every((line) => columnsOf(line) <= screen.width)) return long
  return picture.paths.flatMap((path) => drawShort(path, picture.buySymbol, { nameOf: nameOf(path), screen }))
}

/** One mark pair between all words, the ends below each other. */
function drawLong({ paths, buySymbol }: RoutePicture, nameOf: (path: PicturePath) => PoolName): readonly string[] {
  const bodies = paths.map((path) => path.hops.map((hop) => `── ${hop.from} ── ${nameOf(path)(hop)}`).join(' '))
  const longest = Math.max(...bodies.map(columnsOf))
  return paths.map(({ share }, i) => {
    const body = bodies[i] ?? ''
    return `   ${padStart(share, shareColumns)} ${body} ${'─'.repeat(longest - columnsOf(body) + 2)} ${buySymbol}`
  })
}

function drawShort(
  { share, hops }: PicturePath,
  to: string,
  { nameOf, screen: { width } }: { readonly nameOf: PoolName; readonly screen: Screen },
): readonly string[] {
  const draw = (name: PoolName): string =>
    `   ${padStart(share, shareColumns)} ${hops.map((hop) => `${hop.from} ─ ${name(hop)}`).join(' ─ ')} ─ ${to}`
  const plain = draw(nameOf)
  if (columnsOf(plain) <= width) return [plain]
  const short: PoolName = (hop) => nameOf({ ...hop, venue: shortenVenue(hop.venue), fee: hop.fee.replace(' ', '') })
  const shortened = draw(short)
  return columnsOf(shortened) <= width ? [shortened] : breakPath({ share, hops, to, short }, width)
}

/** A path over several lines, broken between its hops. */
function breakPath(
  {
    share,
    hops,
    to,
    short,
  }: {
    readonly share: string
    readonly hops: readonly PictureHop[]
    readonly to: string
    readonly short: PoolName
  },
  width: number,
): readonly string[] {
  const parts = hops.map((hop, i) => `${i === 0 ? '' : '─ '}${hop.from} ─ ${short(hop)}`)
  const lines: string[] = []
  let line = `   ${padStart(share, shareColumns)} `
  for (const part of [...parts, `─ ${to}`]) {
    const isFirst = line.endsWith(' ')
    if (!isFirst && columnsOf(line) + 1 + columnsOf(part) > width) {
      lines.push(line)
      line = `${indent}${part}`
    } else line += isFirst ? part : ` ${part}`
  }
  return [...lines, line]
}

/** `Uniswap V3` becomes `UniV3`, `PancakeSwap V2` becomes `PancakeV2`. */
const shortenVenue = (venue: string): string =>
  venue.replace(/(\w{3,})swap\b/i, '$1').replace(/ (?=[vV]\d|Classic|Stable|Infinity)/g, '')

/** Paths that would be drawn like another one although they use other pools. */
function findTwins(paths: readonly PicturePath[]): ReadonlySet<PicturePath> {
  const keyOf = ({ hops }: PicturePath): string => hops.map(({ from, venue, fee }) => `${from} ${venue} ${fee}`).join()
  const keys = paths.map(keyOf)
  return new Set(paths.filter((_, i) => keys.some((key, j) => j !== i && key === keys[i])))
}

/** `3 paths · 4 pools` */
export function routeSize({ paths, pools }: RoutePicture): string {
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
  return `${count(paths.length, 'path')} · ${count(pools, 'pool')}`
}
