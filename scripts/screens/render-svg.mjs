/** Draws a recorded terminal screen as SVG. Pure: the same recording always gives the same bytes. */

/**
 * @typedef {{ color: string, isBold: boolean, isDim: boolean }} Style
 * @typedef {{ text: string, style: Style }} Run a piece of a line in one style
 */

const palette = {
  background: '#0d1117',
  bar: '#161b22',
  border: '#30363d',
  text: '#e6edf3',
  dim: '#8b949e',
  // SGR 30 to 37, then 90 to 97.
  normal: ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  bright: ['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff'],
}
const cell = { width: 8.4, height: 20 }
const margin = { left: 18, top: 50, bottom: 16 }
/** @type {Style} */
const plain = { color: palette.text, isBold: false, isDim: false }

/**
 * @param {string} recording text with SGR sequences; lines of more than 80 columns make the screen wider
 * @param {string} title for screen readers
 * @throws Error for a control sequence that it does not know
 */
export function renderSvg(recording, title) {
  const lines = recording.trimEnd().split('\n')
  const read = readLines(lines)
  const columns = Math.max(80, ...read.map(lengthOf))
  const width = round(2 * margin.left + columns * cell.width)
  const height = margin.top + lines.length * cell.height + margin.bottom
  const rows = read.map((runs, row) => drawRow(runs, margin.top + row * cell.height + 14))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${palette.background}" stroke="${palette.border}"/>
<path d="M1 32V8.5A7.5 7.5 0 0 1 8.5 1H${round(width - 8.5)}A7.5 7.5 0 0 1 ${round(width - 1)} 8.5V32Z" fill="${palette.bar}"/>
<circle cx="20" cy="17" r="5.5" fill="#ff5f57"/><circle cx="38" cy="17" r="5.5" fill="#febc2e"/><circle cx="56" cy="17" r="5.5" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="14" fill="${palette.text}">
${rows.filter((row) => row !== '').join('\n')}
</g>
</svg>
`
}

/**
 * Each line cut where its style changes; the style at its end continues in the next line.
 * @param {readonly string[]} lines
 */
function readLines(lines) {
  let style = plain
  return lines.map((line) => {
    /** @type {Run[]} */
    const runs = []
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is parsed
    for (const [, codes, text = ''] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+|\x1b)/g))
      if (codes !== undefined) style = codes.split(';').map(Number).reduce(applySgr, style)
      else if (/\p{Cc}/u.test(text)) throw new Error(`There is a control character in ${JSON.stringify(line)}.`)
      else runs.push({ text, style })
    return runs
  })
}

/** @param {readonly Run[]} runs */
const lengthOf = (runs) => runs.reduce((sum, { text }) => sum + text.length, 0)

/**
 * @param {Style} style
 * @param {number} code
 * @returns {Style}
 */
function applySgr(style, code) {
  if (code === 0) return plain
  if (code === 1) return { ...style, isBold: true }
  if (code === 2) return { ...style, isDim: true }
  if (code === 22) return { ...style, isBold: false, isDim: false }
  if (code === 39) return { ...style, color: plain.color }
  const color = code >= 90 ? palette.bright[code - 90] : palette.normal[code - 30]
  if (color === undefined) throw new Error(`SGR ${code} is not drawn.`)
  return { ...style, color }
}

/**
 * Every piece has its place and width, so that columns align in any font; wide gaps are not drawn.
 * @param {readonly Run[]} runs
 * @param {number} y
 */
function drawRow(runs, y) {
  let column = 0
  const pieces = runs.flatMap(({ text, style }) => {
    const from = column
    column += text.length
    return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: piece, index }) => drawPiece(piece, from + index, style, y))
  })
  return pieces.join('')
}

/**
 * @param {string} text
 * @param {number} column
 * @param {Style} style
 * @param {number} y
 */
function drawPiece(text, column, { color, isBold, isDim }, y) {
  const fill = isDim ? palette.dim : color
  const attributes = [
    `x="${round(margin.left + column * cell.width)}"`,
    `y="${y}"`,
    `textLength="${round(text.length * cell.width)}"`,
    'lengthAdjust="spacingAndGlyphs"',
    ...(fill === palette.text ? [] : [`fill="${fill}"`]),
    ...(isBold ? ['font-weight="bold"'] : []),
  ]
  return `<text ${attributes.join(' ')}>${escapeXml(text)}</text>`
}

/** @param {number} n */
const round = (n) => Number(n.toFixed(1))
/** @param {string} text */
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
