/** The Mermaid form of a route as Mermaid itself draws it, in a browser without a network; it writes a screenshot. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { drawRoute } from '#cli/screens/drawings/distribution'
import { createPicture, type RoutePicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { type Chromium, startChromium } from './chromium.ts'

const { SWAPLINE_SCREENSHOTS } = process.env
const mermaid = new URL('apart/node_modules/mermaid/dist/mermaid.min.js', import.meta.url).href
let folder: string
let chromium: Chromium
let picture: RoutePicture

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swapline-mermaid-'))
  const corpus = fileURLToPath(new URL('../debugging/corpus/split-sale.quote.json.gz', import.meta.url))
  const { quote } = requireWhole((await readBundle({ readStdin: async () => '' }, corpus)).bundle)
  picture = createPicture(quote.route, quote, createTokenLookup(quote))
  chromium = await startChromium()
}, 120_000)
afterAll(async () => {
  await chromium.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The texts of what Mermaid drew, and every element in it that is no part of a drawing. */
interface Drawn {
  readonly error?: string
  readonly nodes: readonly string[]
  readonly edges: number
  readonly labels: readonly string[]
  readonly foreign: readonly string[]
  /** Nodes of which one lies on the other. */
  readonly covered: readonly string[]
}

/** Draws without Mermaid's own filter of HTML: what we write must not need it. */
async function draw(name: string, route: RoutePicture) {
  const text = drawRoute('mermaid', route, { width: 80, paint: plainPaint }).join('\n')
  const file = join(folder, `${name}.html`)
  const script = `window.drawn = (async () => {
    mermaid.initialize({ startOnLoad: false, securityLevel: 'loose' })
    try {
      const { svg } = await mermaid.render('route', ${JSON.stringify(text).replaceAll('<', '\\u003c')})
      document.body.innerHTML = svg
    } catch (error) { return { error: String(error), nodes: [], edges: 0, labels: [], foreign: [], covered: [] } }
    const all = (selector) => [...document.querySelectorAll(selector)]
    const boxes = all('g.node').map((one) => [one.textContent, one.getBoundingClientRect()])
    const covered = boxes.flatMap(([a, p], i) => boxes.slice(i + 1).flatMap(([b, q]) =>
      p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom ? [a + ' | ' + b] : []))
    const texts = (selector) => all(selector).map((one) => (one.querySelector('div')?.innerText ?? one.textContent).trim()).filter((one) => one !== '')
    return { nodes: texts('g.node'), edges: all('path.flowchart-link').length, labels: texts('g.edgeLabel'),
      foreign: all('img, script, a, iframe').map((one) => one.outerHTML), covered }
  })()`
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><body></body><script src="${mermaid}"></script><script>${script}</script>`,
  )
  const page = await chromium.page()
  await page.show({ width: 1200, height: 900, scheme: 'light' })
  const url = pathToFileURL(file).href
  await page.open(url)
  await expect.poll(() => page.value('document.readyState'), { timeout: 30_000 }).toBe('complete')
  const drawn = await page.value<Drawn>('window.drawn')
  expect(page.complaints).toEqual([])
  expect(page.asked.filter((one) => one !== url && one !== mermaid && !one.startsWith('data:'))).toEqual([])
  if (SWAPLINE_SCREENSHOTS !== undefined) {
    mkdirSync(SWAPLINE_SCREENSHOTS, { recursive: true })
    writeFileSync(join(SWAPLINE_SCREENSHOTS, `mermaid-${name}.png`), await page.screenshot())
  }
  return drawn
}

test('a split route: its tokens, every pool once with share, venue and amounts, and nothing covers another', async () => {
  const drawn = await draw('route', picture)
  expect(drawn).toMatchObject({ edges: 48, labels: [], foreign: [], covered: [] })
  expect(drawn.nodes).toHaveLength(30)
  expect(drawn.nodes).toEqual(expect.arrayContaining(['USDT', 'USDC', 'WETH', 'wstETH', 'WBTC', 'DAI']))
  expect(drawn.nodes).toContain('85.49 % Fluid DEX 0.005 %\n186,953 USDT to 186,980 USDC')
  expect(drawn.nodes).toContain('42.32 % Curve StableSwap-NG 0.01 %\n36.8934 WETH to 31.2478 wstETH')
})

test('what tokens call themselves stays text', async () => {
  const evil = '"]; click t0 call alert(1)\n%%{init: {}}%% <img src=x onerror=alert(1)> end `*_'
  const legs = picture.legs.map((leg) => ({ ...leg, from: evil, venue: evil, to: evil }))
  const drawn = await draw('evil', { ...picture, legs })
  expect(drawn.error).toBeUndefined()
  expect(drawn.foreign).toEqual([])
  expect(drawn.edges).toBe(2 * legs.length)
  expect(drawn.nodes).toHaveLength(6 + legs.length)
  for (const text of drawn.nodes) expect(text).toContain('<img src=x onerror=alert(1)>')
})
