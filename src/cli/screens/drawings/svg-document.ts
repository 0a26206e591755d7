/** What the SVG documents share: their size, colours and style. */
import { sanitize } from '#cli/out/safe-text'

/** They are read at this width; narrower or wider, they scale. */
export const svgWidth = 800

/** Distinct in light and dark, and for most who see colours otherwise; the labels say the same. */
const colors = ['#3b7dd8', '#d9822b', '#2f9e77', '#a54fb8', '#c4453c', '#7a8a2a'] as const

export const seriesColor = (i: number): string => colors[i % colors.length] ?? colors[0]

export const svgStyle = [
  'text{font:12px sans-serif;fill:#1b1f24}',
  '.dim{fill:#57606a}',
  '.title{font-size:15px}',
  '.small{font-size:9.5px}',
  '.strong{font-weight:bold}',
  '.halo{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}',
  '.node{fill:#1b1f24}',
  '.back{fill:#fff}',
  '.rule{stroke:#57606a;stroke-opacity:.35}',
  '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.dim{fill:#9da7b3}.halo{stroke:#0d1117}.node{fill:#e6edf3}.back{fill:#0d1117}}',
].join('')

/** A document that loads and runs nothing. @param lines its elements, their texts escaped */
export const svgDocument = (title: string, height: number, lines: readonly string[]): readonly string[] => [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${svgWidth} ${height}" width="${svgWidth}" height="${height}" role="img">`,
  `  <title>${escapeXml(title)}</title>`,
  `  <style>${svgStyle}</style>`,
  `  <rect class="back" width="${svgWidth}" height="${height}"/>`,
  `  <text class="title" x="16" y="28">${escapeXml(title)}</text>`,
  ...lines,
  '</svg>',
]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text of chains and users in an element or a quoted attribute, of a drawing or of a page. */
export const escapeXml = (text: string): string =>
  sanitize(text, 10_000).replace(/[&<>"']/g, (letter) => entities[letter] ?? '')
