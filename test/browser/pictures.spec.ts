/** Pictures and the page of `explain` as a browser shows them, at 800 pixels, light and dark; it writes screenshots. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { computeWhatIfs } from '#cli/request/debugging/page-what-ifs'
import { listQuoteGuards } from '#cli/request/debugging/quote-guards'
import { defaultDangerLimits } from '#cli/request/quote-dangers'
import { explainPage } from '#cli/screens/debugging/page/explain-page'
import { drawBars, drawLines } from '#cli/screens/drawings/chart'
import { drawRoute } from '#cli/screens/drawings/distribution'
import { createPicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { ppm } from '#domain/units'
import { createQuoteDebugging } from '../debugging/create-debugging.ts'
import { type Chromium, type Page, startChromium } from './chromium.ts'

const { SWAPLINE_SCREENSHOTS } = process.env
const screen = { width: 80, paint: plainPaint }
const names = ['route', 'lines', 'bars', 'page'] as const
const files = new Map<string, string>()
let folder: string
let chromium: Chromium

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swapline-pictures-'))
  const corpus = fileURLToPath(new URL('../debugging/corpus/split-sale.quote.json.gz', import.meta.url))
  const bundle = requireWhole((await readBundle({ readStdin: async () => '' }, corpus)).bundle)
  const debugging = createQuoteDebugging()
  const guards = listQuoteGuards(bundle.quote, { ...defaultDangerLimits, maxSlippage: ppm(50_000) })
  const report = { bundle, explanation: debugging.explain(bundle), guards }
  const picture = createPicture(bundle.quote.route, bundle.quote, createTokenLookup(bundle.quote))
  const points = [0.1, 1, 10, 100].map((x) => [x, x / 50] as const)
  const lines = {
    title: 'Price impact',
    x: { title: 'sold', format: String, isLogarithmic: true },
    y: { title: 'worse', format: (percent: number) => `${percent.toFixed(2)} %` },
    series: [
      { name: 'first', points },
      { name: 'second', points: points.map(([x, y]) => [x, y / 2] as const) },
    ],
  }
  const bars = {
    title: 'Behind the best',
    bars: [3, 200, 45].map((value, i) => ({ name: `venue ${i}`, value, text: `${value} bp` })),
  }
  const write = (name: string, kind: 'svg' | 'html', text: string) => {
    const path = join(folder, `${name}.${kind}`)
    writeFileSync(path, text)
    files.set(name, pathToFileURL(path).href)
  }
  write('route', 'svg', drawRoute('svg', picture, screen).join('\n'))
  write('lines', 'svg', drawLines('svg', lines, screen).join('\n'))
  write('bars', 'svg', drawBars('svg', bars, screen).join('\n'))
  write('page', 'html', explainPage(report, computeWhatIfs(debugging, bundle)).html)
  chromium = await startChromium()
}, 120_000)
afterAll(async () => {
  await chromium.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Texts that stick out of the picture, or of the page's width. */
const outside = `[...document.querySelectorAll('text,h1,h2,td,th,caption')].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect()
  return width > 0 && !one.closest('.wide') && (left < 0 || right > 800)
}).map((one) => one.textContent)`

/** Labels of a drawing that cover one another. */
const covered = `(() => {
  const boxes = [...document.querySelectorAll('text')].map((one) => [one.textContent, one.getBoundingClientRect()])
  return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).flatMap(([b, q]) =>
    p.left < q.right - 2 && q.left < p.right - 2 && p.top < q.bottom - 4 && q.top < p.bottom - 4 ? [a + ' | ' + b] : []))
})()`

const shown = (page: Page) => expect.poll(() => page.value('document.readyState'), { timeout: 30_000 }).toBe('complete')

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(names)('%s fits into 800 pixels, and nothing is refused or loaded', async (name) => {
    const page = await chromium.page()
    await page.show({ width: 800, height: 900, scheme })
    await page.open(files.get(name) ?? '')
    await shown(page)
    expect(await page.value(outside)).toEqual([])
    if (name !== 'page') expect(await page.value(covered)).toEqual([])
    expect(page.complaints).toEqual([])
    expect(page.asked.filter((url) => url !== files.get(name) && !url.startsWith('data:'))).toEqual([])
    if (SWAPLINE_SCREENSHOTS === undefined) return
    mkdirSync(SWAPLINE_SCREENSHOTS, { recursive: true })
    writeFileSync(join(SWAPLINE_SCREENSHOTS, `${name}-${scheme}.png`), await page.screenshot())
  })
})

test('text and its background differ in light and in dark', async () => {
  const page = await chromium.page()
  const colors = `['text', '.back'].map((one) => getComputedStyle(document.querySelector(one)).fill).join(' on ')`
  await page.show({ width: 800, height: 600, scheme: 'light' })
  await page.open(files.get('route') ?? '')
  await shown(page)
  expect(await page.value(colors)).toBe('rgb(27, 31, 36) on rgb(255, 255, 255)')
  await page.show({ width: 800, height: 600, scheme: 'dark' })
  expect(await page.value(colors)).toBe('rgb(230, 237, 243) on rgb(13, 17, 23)')
})

test('a press on a heading sorts the pools, up and down', async () => {
  const page = await chromium.page()
  await page.open(files.get('page') ?? '')
  await shown(page)
  const press = (title: string) =>
    page.value(`[...document.querySelectorAll('th button')].find((one) => one.textContent === '${title}').click()`)
  const fees = `[...document.querySelectorAll('table')].at(-1).tBodies[0].rows`
  const column = `[...${fees}].map((row) => Number(row.cells[3].dataset.n))`
  const sort = `document.querySelector('th[aria-sort]')?.getAttribute('aria-sort')`
  await press('Fee')
  const up = await page.value<number[]>(column)
  expect(up.length).toBeGreaterThan(20)
  expect(up).toEqual(up.toSorted((a, b) => a - b))
  expect(await page.value(sort)).toBe('ascending')
  await press('Fee')
  expect(await page.value(column)).toEqual(up.toReversed().toSorted((a, b) => b - a))
  expect(await page.value(sort)).toBe('descending')
})
