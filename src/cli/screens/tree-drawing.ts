import type { Picture, PictureHop, PicturePath } from '#cli/screens/picture'
import { columnsOf, padEnd, padStart } from '#cli/screens/width'

/** The route as a tree: a branch a path, a line a pool, what each path gives at its end. */
export function treeDrawing(picture: Picture): readonly string[] {
  const branches = picture.paths.map((path, i) => branchOf(path, i === picture.paths.length - 1))
  const longest = Math.max(0, ...branches.flat().map(columnsOf))
  const gives = Math.max(0, ...picture.paths.map(({ bought }) => columnsOf(bought)))

  const lines = branches.flatMap((stem, i) =>
    stem.map((line, j) => {
      if (j < stem.length - 1) return line
      return `${padEnd(line, longest)} ─► ${padStart(picture.paths[i]?.bought ?? '', gives)} ${picture.buySymbol}`
    }),
  )
  return [`  ${picture.sold}`, ...lines, `  total ${picture.bought}`]
}

/** `├─ 62.0 % ─ 6.2 ─► UniV3 WETH/USDC 0.05 % 0x88e6…5640`, and a line for every further pool of the path. */
function branchOf({ share, sold, hops }: PicturePath, last: boolean): readonly string[] {
  const stem = `   ${last ? '└─' : '├─'} ${padStart(share, 6)} ─ ${sold} ─► `
  const below = `   ${last ? ' ' : '│'}${' '.repeat(columnsOf(stem) - 7)}└► `
  return hops.map((hop, i) => `${i === 0 ? stem : below}${poolOf(hop)}`)
}

const poolOf = ({ venue, from, to, fee, pool }: PictureHop): string => `${venue} ${from}/${to} ${fee} ${pool}`
