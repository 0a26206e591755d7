import type { PicturePath, RoutePicture } from '#cli/screens/drawings/picture'

const rowHeight = 56
const boxWidth = 190
const gap = 40

/** The route as an SVG document: a row per path, a box per pool. It loads and runs nothing. */
export function drawSvg(picture: RoutePicture): readonly string[] {
  const longest = Math.max(1, ...picture.paths.map(({ hops }) => hops.length))
  const width = 130 + longest * (boxWidth + gap) + 160
  const height = 60 + picture.paths.length * rowHeight
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `  <text x="16" y="28" font-size="15">${escapeXml(`${picture.sold} → ${picture.bought}`)}</text>`,
    ...picture.paths.flatMap((path, i) => drawPath(path, 48 + i * rowHeight, picture.buySymbol)),
    '</svg>',
  ]
}

function drawPath({ share, hops, bought }: PicturePath, top: number, symbol: string): readonly string[] {
  const middle = top + 24
  const boxes = hops.flatMap(({ venue, fee, from, to, pool }, i) => {
    const left = 130 + i * (boxWidth + gap)
    return [
      `  <line x1="${left - gap}" y1="${middle - 4}" x2="${left}" y2="${middle - 4}" stroke="gray"/>`,
      `  <rect x="${left}" y="${top}" width="${boxWidth}" height="40" rx="6" fill="none" stroke="gray"/>`,
      `  <text x="${left + 8}" y="${top + 17}">${escapeXml(`${venue} ${fee}`)}</text>`,
      `  <text x="${left + 8}" y="${top + 33}" fill="gray">${escapeXml(`${from}/${to} ${pool}`)}</text>`,
    ]
  })
  const end = 130 + hops.length * (boxWidth + gap) - gap + 12
  return [
    `  <text x="16" y="${middle}">${escapeXml(share)}</text>`,
    ...boxes,
    `  <text x="${end}" y="${middle}">${escapeXml(`${bought} ${symbol}`)}</text>`,
  ]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')
