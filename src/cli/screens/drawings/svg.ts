import type { RoutePicture } from '#cli/screens/drawings/picture'
import { layOutSankey, type SankeyBand, type SankeyNode } from '#cli/screens/drawings/sankey-layout'
import { escapeXml, seriesColor, svgDocument, svgWidth } from '#cli/screens/drawings/svg-document'

const frame = { left: 16, right: svgWidth - 16, top: 76, nodeWidth: 10 }
/**
 * The route as an SVG document: a Sankey diagram with tokens as nodes, each pool as one band, as wide as its share of the
 * trade. It loads and runs nothing.
 */
export function drawSvg(picture: RoutePicture): readonly string[] {
  const title = `${picture.sold} → ${picture.bought}`
  if (picture.legs.length === 0) return svgDocument(title, 100, [`  <text x="16" y="76">wrap, one for one</text>`])
  const { nodes, bands, height, layers } = layOutSankey(picture.legs, frame)
  const whole = Math.ceil(nodes.reduce((bottom, node) => Math.max(bottom, node.y + node.height), height) + 24)
  return svgDocument(title, whole, [
    // A picture within the picture cuts off what a wide, steep band adds beside its ends.
    `  <svg x="${frame.left}" width="${frame.right - frame.left}" height="${whole}" viewBox="${frame.left} 0 ${frame.right - frame.left} ${whole}">`,
    ...bands.map(drawBand),
    '  </svg>',
    ...nodes.map((node) => drawNode(node, picture)),
    ...bands.flatMap((band) => drawLabel(band, layers > 3)),
  ])
}

const round = (n: number): string => String(Math.round(n * 10) / 10)

function drawBand({ from, middle, to, width: wide, leg }: SankeyBand, i: number): string {
  const [[x0, y0], [xm, ym], [x1, y1]] = [from, middle, to]
  const [bend, bendBack] = [(x0 + xm) / 2, (xm + x1) / 2]
  const path = [
    `M${round(x0)},${round(y0)}`,
    `C${round(bend)},${round(y0)} ${round(bend)},${round(ym)} ${round(xm)},${round(ym)}`,
    `C${round(bendBack)},${round(ym)} ${round(bendBack)},${round(y1)} ${round(x1)},${round(y1)}`,
  ].join(' ')
  const told = `${leg.share} ${leg.venue} ${leg.fee} ${leg.pool}: ${leg.amountIn} ${leg.from} → ${leg.amountOut} ${leg.to}`
  return `  <path d="${path}" fill="none" stroke="${seriesColor(i)}" stroke-opacity=".5" stroke-width="${round(wide)}"><title>${escapeXml(told)}</title></path>`
}

function drawNode({ x, y, height, symbol, key }: SankeyNode, { legs, sellSymbol, buySymbol }: RoutePicture): string {
  const [isFirst, isLast] = [legs.every(({ toKey }) => toKey !== key), legs.every(({ fromKey }) => fromKey !== key)]
  const name = isFirst ? sellSymbol : isLast ? buySymbol : symbol
  const anchor = isFirst ? 'start' : isLast ? 'end' : 'middle'
  const at = isFirst ? x : isLast ? x + frame.nodeWidth : x + frame.nodeWidth / 2
  return [
    `  <rect class="node" x="${round(x)}" y="${round(y)}" width="${frame.nodeWidth}" height="${round(Math.max(3, height))}" rx="2"/>`,
    `  <text class="halo strong" x="${round(at)}" y="${round(y - 7)}" text-anchor="${anchor}">${escapeXml(name)}</text>`,
  ].join('\n')
}

/** @param isNarrow there is little space between the tokens */
function drawLabel({ middle: [x, y], leg }: SankeyBand, isNarrow: boolean): readonly string[] {
  const line = (dy: number, text: string, more: string): string =>
    `  <text class="halo${more}${isNarrow ? ' small' : ''}" x="${round(x)}" y="${round(y + dy)}" text-anchor="middle">${escapeXml(text)}</text>`
  return [
    line(-3, `${leg.share}  ${leg.venue} ${leg.fee}`, ''),
    line(11, `${leg.amountIn} ${leg.from} → ${leg.amountOut} ${leg.to}`, ' dim'),
  ]
}
