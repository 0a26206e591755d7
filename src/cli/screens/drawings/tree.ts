import type { Screen } from '#cli/out/screen'
import type { PictureHop, PicturePath, RoutePicture } from '#cli/screens/drawings/picture'
import { columnsOf, padEnd, padStart } from '#cli/screens/layout/width'

/**
 * The route as a tree: a branch per path, a line per pool, each path's output at its end. Where that is wider than the
 * terminal, the output follows the input and the pools are below.
 */
export function drawTree(picture: RoutePicture, { width, keepsLines }: Screen): readonly string[] {
  const wide = drawWide(picture)
  return keepsLines || wide.every((line) => columnsOf(line) <= width) ? wide : drawNarrow(picture, width)
}

function drawNarrow({ paths, sold, bought, buySymbol }: RoutePicture, width: number): readonly string[] {
  const branches = paths.flatMap((path, i) => {
    const isLast = i === paths.length - 1
    const head = `   ${isLast ? '└─' : '├─'} ${path.share} ─ ${path.sold} ─► ${path.bought} ${buySymbol}`
    const stem = `   ${isLast ? ' ' : '│'}    `
    return [head, ...path.hops.flatMap((hop) => drawPool(hop, width - stem.length)).map((text) => stem + text)]
  })
  return [`  ${sold}`, ...branches, `  total ${bought}`]
}

/** The pool's address is below its name where it does not fit next to it. */
const drawPool = (hop: PictureHop, columns: number): readonly string[] => {
  const { venue, from, to, fee, pool } = hop
  return columnsOf(poolOf(hop)) <= columns ? [poolOf(hop)] : [`${venue} ${from}/${to} ${fee}`, `  ${pool}`]
}

function drawWide(picture: RoutePicture): readonly string[] {
  const { paths } = picture
  const widths: Widths = {
    share: Math.max(0, ...paths.map(({ share }) => columnsOf(share))),
    sold: Math.max(0, ...paths.map(({ sold }) => columnsOf(sold))),
    bought: Math.max(0, ...paths.map(({ bought }) => columnsOf(bought))),
  }
  const branches = paths.map((path, i) => drawBranch(path, i === paths.length - 1, widths))
  const longest = Math.max(0, ...branches.flat().map(columnsOf))
  const ended = branches.flatMap((lines, i) => [
    ...lines.slice(0, -1),
    `${padEnd(lines.at(-1) ?? '', longest)} ─► ${padStart(paths[i]?.bought ?? '', widths.bought)} ${picture.buySymbol}`,
  ])
  return [`  ${picture.sold}`, ...ended, `  total ${picture.bought}`]
}

interface Widths {
  readonly share: number
  readonly sold: number
  readonly bought: number
}

/** `├─ 62.0 % ─ 6.2 ─► UniV3 WETH/USDC 0.05 % 0x88e6…5640`, and a line for every further pool of the path. */
function drawBranch({ share, sold, hops }: PicturePath, last: boolean, widths: Widths): readonly string[] {
  const stem = `   ${last ? '└─' : '├─'} ${padStart(share, widths.share)} ─ ${padStart(sold, widths.sold)} ─► `
  const below = `   ${last ? ' ' : '│'}${' '.repeat(columnsOf(stem) - 7)}└► `
  return hops.map((hop, i) => `${i === 0 ? stem : below}${poolOf(hop)}`)
}

const poolOf = ({ venue, from, to, fee, pool }: PictureHop): string => `${venue} ${from}/${to} ${fee} ${pool}`
