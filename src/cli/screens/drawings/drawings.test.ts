import { describe, expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { columnsOf } from '#cli/screens/layout/width'
import type { Pool, Venue } from '#domain/pools/protocol'
import type { Hop, Route } from '#domain/quotes/route'
import type { Token } from '#domain/token'
import { type Address, amount, evm, gas, nativeToken, networkName } from '#domain/units'
import { drawRoute } from './distribution.ts'
import { drawings } from './forms.ts'
import { createPicture } from './picture.ts'
import { routeLines, routeSize } from './route-lines.ts'
import { layOutSankey } from './sankey-layout.ts'

const network = networkName('ethereum')
const at = (digit: string): Address => evm(`0x${digit.repeat(40)}`)
const weth = { network, address: at('1'), symbol: 'WETH', decimals: 18, listed: true }
const usdc = { network, address: at('2'), symbol: 'USDC', decimals: 6, listed: true }
const usdt = { network, address: at('3'), symbol: 'USDT', decimals: 6, listed: true }
const eth: Token = { ...weth, address: nativeToken, symbol: 'ETH' }
const e18 = 10n ** 18n

const venue = (title: string): Venue => ({
  protocol: 'uniswap-v3',
  name: title.toLowerCase(),
  title,
  factory: at('f'),
  feesPpm: [500],
})
const pool = (title: string, digit: string, feePpm: number): Pool => ({
  venue: venue(title),
  address: at(digit),
  tokens: [],
  feePpm,
})
const hop = (by: Pool, ends: readonly [Token, Token], amounts: readonly [bigint, bigint]): Hop => ({
  pool: by,
  tokenIn: ends[0].address,
  tokenOut: ends[1].address,
  amountIn: amount(amounts[0]),
  amountOut: amount(amounts[1]),
})
const path = (hops: readonly Hop[]) => ({
  amountIn: hops[0]?.amountIn ?? amount(0n),
  amountOut: hops.at(-1)?.amountOut ?? amount(0n),
  hops,
})

const route: Route = {
  tokenIn: weth.address,
  tokenOut: usdc.address,
  amountIn: amount(10n * e18),
  amountOut: amount(24_812_402_117n),
  gas: gas(412_331n),
  gasInTokenOut: undefined,
  legs: [],
  bestSinglePool: undefined,
  paths: [
    path([hop(pool('UniV3', '5', 500), [weth, usdc], [(62n * e18) / 10n, 15_384_110_000n])]),
    path([
      hop(pool('UniV2', '6', 3000), [weth, usdt], [(25n * e18) / 10n, 6_203_000_000n]),
      hop(pool('Curve 3pool', '7', 100), [usdt, usdc], [6_203_000_000n, 6_202_370_000n]),
    ]),
    path([hop(pool('UniV3', '8', 3000), [weth, usdc], [(13n * e18) / 10n, 3_225_922_117n])]),
  ],
}
const known = new Map([weth, usdc, usdt].map((token) => [token.address, token]))
const picture = createPicture(route, { sell: eth, buy: usdc }, (address) => known.get(address))
const screen = { width: 80, paint: plainPaint }

test('one line per path, one below the other', () => {
  expect(routeLines(picture, screen)).toEqual([
    '    62.0 % ── WETH ── UniV3 0.05 % ──────────────────────────────── USDC',
    '    25.0 % ── WETH ── UniV2 0.30 % ── USDT ── Curve 3pool 0.01 % ── USDC',
    '    13.0 % ── WETH ── UniV3 0.30 % ──────────────────────────────── USDC',
  ])
  expect(routeSize(picture)).toBe('3 paths · 4 pools')
})

test('no line is wider than the screen if shortening can help', () => {
  for (const line of routeLines(picture, { ...screen, width: 60 })) expect(columnsOf(line)).toBeLessThanOrEqual(60)
})

test('a narrow screen shortens marks and names, and never drops a fee', () => {
  const named = createPicture(
    {
      ...route,
      paths: [
        path([
          hop(pool('Uniswap V2', '6', 3000), [weth, usdt], [e18, 6_203_000_000n]),
          hop(pool('PancakeSwap V3', '7', 100), [usdt, usdc], [6_203_000_000n, 6_202_370_000n]),
        ]),
      ],
    },
    { sell: eth, buy: usdc },
    (address) => known.get(address),
  )
  const at = (width: number) => routeLines(named, { ...screen, width })
  expect(at(73)).toEqual(['   100.0 % WETH ─ Uniswap V2 0.30 % ─ USDT ─ PancakeSwap V3 0.01 % ─ USDC'])
  expect(at(61)).toEqual(['   100.0 % WETH ─ UniV2 0.30% ─ USDT ─ PancakeV3 0.01% ─ USDC'])
  expect(at(43)).toEqual(['   100.0 % WETH ─ UniV2 0.30%', '           ─ USDT ─ PancakeV3 0.01% ─ USDC'])
})

test('two lines that would be equal name their pools', () => {
  const twin = (digit: string) => path([hop(pool('UniV4', digit, 500), [weth, usdc], [e18, 2_500_000_000n])])
  const twins = { ...route, paths: [twin('5'), twin('6')] }
  const drawn = createPicture(twins, { sell: eth, buy: usdc }, (address) => known.get(address))
  expect(routeLines(drawn, screen)).toEqual([
    '    50.0 % ── WETH ── UniV4 0.05 % 0x5555…5555 ── USDC',
    '    50.0 % ── WETH ── UniV4 0.05 % 0x6666…6666 ── USDC',
  ])
})

test('a tree that is too wide has its pools below each path', () => {
  expect(drawRoute('ascii', picture, { ...screen, width: 50 })).toEqual([
    '  10 ETH',
    '   ├─ 62.0 % ─ 6.2 ─► 15,384.1 USDC',
    '   │    UniV3 WETH/USDC 0.05 % 0x5555…5555',
    '   ├─ 25.0 % ─ 2.5 ─► 6,202.37 USDC',
    '   │    UniV2 WETH/USDT 0.30 % 0x6666…6666',
    '   │    Curve 3pool USDT/USDC 0.01 % 0x7777…7777',
    '   └─ 13.0 % ─ 1.3 ─► 3,225.92 USDC',
    '        UniV3 WETH/USDC 0.30 % 0x8888…8888',
    '  total 24,812.402117 USDC',
  ])
})

test('a wrap has no pools', () => {
  const wrapped = createPicture({ ...route, paths: [] }, { sell: eth, buy: weth }, (address) => known.get(address))
  expect(routeLines(wrapped, screen)).toEqual(['   ETH ── wrap, one for one ── WETH'])
})

test('draws the tree', () => {
  expect(drawRoute('ascii', picture, screen)).toEqual([
    '  10 ETH',
    '   ├─ 62.0 % ─ 6.2 ─► UniV3 WETH/USDC 0.05 % 0x5555…5555       ─► 15,384.1 USDC',
    '   ├─ 25.0 % ─ 2.5 ─► UniV2 WETH/USDT 0.30 % 0x6666…6666',
    '   │               └► Curve 3pool USDT/USDC 0.01 % 0x7777…7777 ─► 6,202.37 USDC',
    '   └─ 13.0 % ─ 1.3 ─► UniV3 WETH/USDC 0.30 % 0x8888…8888       ─► 3,225.92 USDC',
    '  total 24,812.402117 USDC',
  ])
})

test('draws Mermaid and Graphviz: each pool once, with share and amounts', () => {
  expect(drawRoute('mermaid', picture, screen)).toEqual([
    'flowchart LR',
    '  t0["WETH"]',
    '  t1["USDC"]',
    '  t2["USDT"]',
    '  t0 --> p0(["62.0 % UniV3 0.05 %<br/>6.2 WETH to 15,384.1 USDC"]) --> t1',
    '  t0 --> p1(["25.0 % UniV2 0.30 %<br/>2.5 WETH to 6,203 USDT"]) --> t2',
    '  t0 --> p2(["13.0 % UniV3 0.30 %<br/>1.3 WETH to 3,225.92 USDC"]) --> t1',
    '  t2 --> p3(["25.0 % Curve 3pool 0.01 %<br/>6,203 USDT to 6,202.37 USDC"]) --> t1',
  ])
  const dot = drawRoute('dot', picture, screen)
  expect(dot).toContain(`  "${usdt.address}" [label="USDT"]`)
  expect(dot).toContain(
    `  "${usdt.address}" -> "${usdc.address}" [label="25.0 % Curve 3pool 0.01 %\\n6,203 USDT to 6,202.37 USDC"]`,
  )
})

describe('a pool that two paths go through', () => {
  const saddle = pool('Saddle', '7', 100)
  const paths = [
    path([hop(pool('A', '5', 500), [weth, usdt], [6n * e18, 15_000n]), hop(saddle, [usdt, usdc], [15_000n, 14_000n])]),
    path([hop(pool('B', '6', 500), [weth, usdt], [2n * e18, 5_000n]), hop(saddle, [usdt, usdc], [5_000n, 4_000n])]),
    path([hop(pool('C', '8', 500), [weth, usdc], [2n * e18, 4_500n])]),
  ]
  const merged = createPicture({ ...route, paths }, { sell: eth, buy: usdc }, (address) => known.get(address))

  test('is one leg, with the amounts of both', () => {
    const shown = merged.legs.map(({ venue, share, amountIn, amountOut }) => [venue, share, amountIn, amountOut])
    expect(shown).toEqual([
      ['A', '60.0 %', '6', '0.015'],
      ['B', '20.0 %', '2', '0.005'],
      ['C', '20.0 %', '2', '0.0045'],
      ['Saddle', '80.0 %', '0.02', '0.018'],
    ])
  })

  test('is one band of the Sankey diagram, as wide as what flows in; bands end where the token stands', () => {
    const frame = { left: 0, right: 800, top: 0, nodeWidth: 10 }
    const { bands, nodes } = layOutSankey(merged.legs, frame)
    expect(bands.map(({ leg, width }) => [leg.venue, Math.round(width)])).toEqual([
      ['C', 30],
      ['A', 90],
      ['B', 30],
      ['Saddle', 120],
    ])
    expect(nodes.map(({ symbol, x, height }) => [symbol, x, Math.round(height)])).toEqual([
      ['WETH', 0, 150],
      ['USDT', 395, 120],
      ['USDC', 790, 150],
    ])
    const [usdtNode] = nodes.filter(({ symbol }) => symbol === 'USDT')
    const ends = bands.filter(({ leg }) => leg.to === 'USDT').map(({ to }) => to)
    for (const [x, y] of ends) {
      expect(x).toBe(395)
      expect(y).toBeGreaterThan(usdtNode?.y ?? Number.NaN)
      expect(y).toBeLessThan((usdtNode?.y ?? 0) + (usdtNode?.height ?? 0))
    }
  })

  test('labels do not overlap', () => {
    const { bands } = layOutSankey(merged.legs, { left: 0, right: 800, top: 0, nodeWidth: 10 })
    for (const [i, a] of bands.entries())
      for (const b of bands.slice(i + 1))
        if (Math.abs(a.middle[0] - b.middle[0]) < 200)
          expect(Math.abs(a.middle[1] - b.middle[1])).toBeGreaterThanOrEqual(28)
  })
})

test('the SVG is one document of 800 units, for light and dark', () => {
  const lines = drawRoute('svg', picture, screen)
  expect(lines[0]).toContain('viewBox="0 0 800 ')
  expect(lines.at(-1)).toBe('</svg>')
  expect(lines.filter((line) => line.includes('<path'))).toHaveLength(4)
  expect(lines.join('')).toContain('prefers-color-scheme:dark')
  expect(lines.join('')).not.toMatch(/<script|href|url\(|@import/)
})

test('a symbol cannot break out of any drawing', () => {
  const evil = '"]; click a "<script>\\"\u001b[2J\n'
  const names = new Map(known).set(usdt.address, { ...usdt, symbol: evil })
  const drawn = createPicture(route, { sell: { ...eth, symbol: evil }, buy: usdc }, (address) => names.get(address))
  for (const format of drawings) {
    const text = drawRoute(format, drawn, screen).join('\n')
    expect(text).not.toContain('\u001b')
    if (format === 'svg') expect(text).not.toContain('<script>')
    if (format === 'mermaid') expect(text).not.toMatch(/"[^"\n]*"[^"\n]*"\]/)
    if (format === 'dot') expect(text).not.toMatch(/(?<!\\)"\]; click/)
  }
})

test('an unknown token is shown by address, its amounts raw', () => {
  const blind = createPicture(route, { sell: eth, buy: usdc }, () => undefined)
  expect(blind.paths[0]?.hops[0]).toMatchObject({ from: '0x1111…1111', amountIn: 'raw 6200000000000000000' })
})
