/** One self-contained page. It loads nothing; its only script and its styles are allowed by their hashes. */
import { createHash } from 'node:crypto'
import { escapeXml } from '#cli/screens/drawings/svg-document'
import type { WebPage } from '#domain/debugging/web-page'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const style = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
td.n,th.n{text-align:right}
th button{font:inherit;background:none;border:0;padding:0;color:inherit;cursor:pointer;text-decoration:underline dotted}
svg{max-width:100%;height:auto}
.wide{overflow-x:auto}
@media print{body{max-width:none;margin:0}th button{text-decoration:none}}`

/** Sorts a table by the column whose heading is pressed: by number if its cells have one in data-n. */
const script = `document.querySelectorAll('th button').forEach((button)=>button.addEventListener('click',()=>{
const th=button.parentElement,table=th.closest('table'),body=table.tBodies[0],i=th.cellIndex
const down=th.getAttribute('aria-sort')!=='ascending'
table.querySelectorAll('th').forEach((one)=>one.removeAttribute('aria-sort'))
th.setAttribute('aria-sort',down?'ascending':'descending')
const key=(row)=>{const cell=row.cells[i],n=cell.dataset.n;return n===undefined?cell.textContent:Number(n)}
const rows=[...body.rows].sort((a,b)=>{const x=key(a),y=key(b);return typeof x==='number'&&typeof y==='number'?x-y:String(x).localeCompare(String(y))})
if(!down)rows.reverse()
body.append(...rows)}))`

/**
 * @param body trusted HTML, its texts escaped
 * @param styles of elements in the body, which are allowed too
 */
export function toPage(title: string, body: string, styles: readonly string[]): WebPage {
  const policy = [
    "default-src 'none'",
    `style-src ${[style, ...styles].map(hashOf).join(' ')}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`
  return { html, policy }
}

export interface HtmlCell {
  readonly text: string
  /** What it is sorted by; its text if absent. */
  readonly sortBy?: number | undefined
  readonly isNumber?: boolean
}

export interface HtmlTable {
  readonly caption: string
  readonly columns: readonly { readonly title: string; readonly isNumber?: boolean }[]
  readonly rows: readonly (readonly HtmlCell[])[]
  readonly isSortable?: boolean
}

export function toHtmlTable({ caption, columns, rows, isSortable = false }: HtmlTable): string {
  const heads = columns.map(({ title, isNumber }) => {
    const name = isSortable ? `<button type="button">${escapeXml(title)}</button>` : escapeXml(title)
    return `<th scope="col"${isNumber ? ' class="n"' : ''}>${name}</th>`
  })
  const cell = ({ text, sortBy, isNumber }: HtmlCell): string => {
    const key = sortBy === undefined || !Number.isFinite(sortBy) ? '' : ` data-n="${sortBy}"`
    return `<td${isNumber ? ' class="n"' : ''}${key}>${escapeXml(text)}</td>`
  }
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return `<div class="wide"><table><caption>${escapeXml(caption)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>`
}
