/** Depth of pools and charts, over recorded pools of every family. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { markChanges } from '#cli/out/redraw'
import { plainPaint } from '#cli/out/screen'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { drawBars, drawLines, type LineChart } from '#cli/screens/drawings/chart'
import type { Protocol } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import { amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { createPoolPrices } from '#routing/explain/pool-prices'

const families: readonly Protocol<unknown>[] = all
const protocols = new Map(families.map((protocol) => [protocol.kind, protocol]))
const file = join(fileURLToPath(new URL('corpus', import.meta.url)), 'split-sale.quote.json.gz')
let snapshot: Snapshot | undefined
beforeAll(async () => {
  snapshot = (await readBundle({ readStdin: async () => '' }, file)).bundle.market?.snapshot
})

test('a pool sells its depth, and its price has then moved by that share', () => {
  const pools = snapshot?.pools ?? []
  const depths = createPoolPrices({ protocols }, pools)
  const seen = new Set<string>()
  for (const { pool, state } of pools) {
    const [tokenIn, tokenOut] = pool.tokens
    const protocol = protocols.get(pool.venue.protocol)
    if (tokenIn === undefined || tokenOut === undefined || protocol?.segments === undefined) continue
    if (protocol.kind === 'fluid-dex') continue // its limits end a trade before its price has moved
    const leg = { pool, tokenIn, tokenOut }
    const depth = depths(leg)
    const fill = depth?.fillTo(depth.afterFee * 0.99)
    if (depth === undefined || fill === undefined || fill.amountIn < 1e6 || fill.amountOut < 1e6) continue
    const trade = { from: 0, to: 1, amountIn: amount(BigInt(Math.floor(fill.amountIn))) }
    const out = protocol.amountOut(state, trade)
    if (out === undefined) continue
    expect(Number(out) / fill.amountOut, pool.venue.name).toBeCloseTo(1, 4)
    const after = createPoolPrices({ protocols }, [{ pool, state: protocol.stateAfter(state, trade) }])(leg)
    expect((after?.afterFee ?? 0) / depth.afterFee, pool.venue.name).toBeLessThan(0.9925) // fees of some families follow the price
    seen.add(pool.venue.protocol)
  }
  expect(seen.size).toBeGreaterThan(5)
})

const chart: LineChart = {
  title: 'A <title>',
  x: { title: 'sold', format: String, isLogarithmic: true },
  y: { title: 'worse', format: String },
  series: [
    {
      name: 'one & two',
      points: [
        [1, 0],
        [10, 1],
        [100, 4],
      ],
    },
    {
      name: 'three',
      points: [
        [1, 4],
        [100, 2],
      ],
    },
  ],
}
const screen = { width: 40, paint: plainPaint }

test('lines are drawn within the width, from 0, each series by its own mark', () => {
  const lines = drawLines('ascii', chart, screen)
  expect(lines.every((line) => line.length <= 40)).toBe(true)
  expect(lines[2]).toBe('  4 │oooo                            **')
  expect(lines.at(-5)?.startsWith('  0 │*')).toBe(true)
  expect(lines.at(-1)).toBe('     * one & two   o three')
})

test('an SVG of them escapes its texts and has a line for each series', () => {
  const svg = drawLines('svg', chart, screen).join('\n')
  expect(svg).toContain('<title>A &lt;title&gt;</title>')
  expect(svg.match(/<polyline points="/g)).toHaveLength(2)
  expect(svg).toContain('one &amp; two')
  expect(svg).toContain('points="110,330 443,261.5 776,56"')
})

test('bars are as long as their values', () => {
  const bars = [
    { name: 'a', value: 0, text: '0.00' },
    { name: 'bc', value: 2, text: '2.00' },
  ]
  const lines = drawBars('ascii', { title: 'T', bars }, screen)
  expect(lines.slice(1)).toEqual([`  a   ${' '.repeat(28)}  0.00`, `  bc  ${'#'.repeat(28)}  2.00`])
})

test('a line that was not there before is marked', () => {
  expect(markChanges(['  a', '  b', ''], undefined)).toEqual(['  a', '  b', ''])
  expect(markChanges(['  a', '  c', ''], ['  a', '  b', ''])).toEqual(['  a', '* c', ''])
})
