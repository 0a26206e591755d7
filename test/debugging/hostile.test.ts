/** What a bundle of others, or of an unusual network, must not do: crash, leak, or state what is not known. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import { plainPaint } from '#cli/out/screen'
import { decodeBundle, encodeBundle, readBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { computeWhatIfs } from '#cli/request/debugging/page-what-ifs'
import { toRecordedWords } from '#cli/request/debugging/save-options'
import { explainLines } from '#cli/screens/debugging/explain'
import { explainPage } from '#cli/screens/debugging/page/explain-page'
import { drawRoute } from '#cli/screens/drawings/distribution'
import { createPicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import type { Quote } from '#domain/quotes/quote'
import { wei } from '#domain/units'
import { createQuoteDebugging } from './create-debugging.ts'

const file = join(fileURLToPath(new URL('corpus', import.meta.url)), 'uniswap-v3.quote.json.gz')
const debugging = createQuoteDebugging()
let bundle: ReplayableBundle
beforeAll(async () => {
  bundle = requireWhole((await readBundle({ readStdin: async () => '' }, file)).bundle)
})

const withQuote = (change: (quote: Quote) => Quote): ReplayableBundle => ({ ...bundle, quote: change(bundle.quote) })
const screenOf = (one: ReplayableBundle): string => {
  const report = { bundle: one, transaction: undefined, explanation: debugging.explain(one), guards: [] }
  return explainLines(report, { width: 80, paint: plainPaint }, { isAll: true }).join('\n')
}

describe('explain', () => {
  test('gas that no pool prices is not said to cost nothing', () => {
    expect(screenOf(bundle)).toContain('left after gas')
    const unpriced = withQuote((quote) => ({ ...quote, route: { ...quote.route, gasInTokenOut: undefined } }))
    const { loss } = debugging.explain(unpriced)
    expect(loss.parts.map(({ kind }) => kind)).toEqual(['fees', 'impact'])
    expect(loss.net).toBe(Number(bundle.quote.route.amountOut))
    expect(screenOf(unpriced)).toContain('left before gas, which no pool prices')
    expect(screenOf(unpriced)).not.toContain('left after gas')
  })

  test('an L1 fee at a gas price of nothing is no sum that is no number', () => {
    const free = withQuote((quote) => ({ ...quote, gasPrice: wei(0n), l1Fee: wei(7n) }))
    const { loss } = debugging.explain(free)
    expect(loss.net).toBe(Number(bundle.quote.route.amountOut) - Number(bundle.quote.route.gasInTokenOut))
  })
})

test('a file nested deeper than the stack is refused as no bundle', () => {
  const text = encodeBundle(bundle)
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  expect(decodeBundle(text).isIntact).toBe(true)
  const evil = text.replace(/"state":\{/, () => `"state":{"deep":${deep},`)
  expect(evil).not.toBe(text)
  expect(() => decodeBundle(evil)).toThrow(expect.objectContaining({ code: 'BUNDLE_INVALID' }))
})

describe('why a swap reverted, in a bundle', () => {
  const remedy = ['x']
  test.each([
    ['the state of its block cannot be read: No RPC endpoint of Base answers: rpc.secret.example: timeout', undefined],
    ['the node says «internal error at rpc.secret.example»', undefined],
    ['a contract gave the error 0xdeadbeef', 'a contract gave the error 0xdeadbeef'],
  ])('%s', (words, recorded) => {
    expect(toRecordedWords({ class: 'unknown', words, remedy })).toBe(recorded)
  })

  test('of a known class: its words', () => {
    expect(toRecordedWords({ class: 'panic', words: 'a contract failed: panic 1', remedy })).toBe(
      'a contract failed: panic 1',
    )
    expect(toRecordedWords(undefined)).toBeUndefined()
  })
})

test('names in a bundle of others reach neither a terminal nor a page as more than text', () => {
  const evil = '\u001b]0;taken\u0007\u202e"><img src=x onerror=alert(1)>'
  const rename = ({ pool, ...rest }: ReplayableBundle['market']['snapshot']['pools'][number]) => ({
    ...rest,
    pool: { ...pool, venue: { ...pool.venue, name: evil, title: evil } },
  })
  const { market, quote } = bundle
  const named: ReplayableBundle = {
    ...bundle,
    network: evil as never,
    market: { ...market, snapshot: { ...market.snapshot, pools: market.snapshot.pools.map(rename) } },
    quote: {
      ...quote,
      sell: { ...quote.sell, symbol: evil, name: evil },
      buy: { ...quote.buy, symbol: evil, name: evil },
      warnings: [{ code: evil as never, message: evil }],
      route: {
        ...quote.route,
        legs: quote.route.legs.map((leg) => ({ ...leg, ...rename({ pool: leg.pool, state: undefined }) })),
        paths: quote.route.paths.map((path) => ({
          ...path,
          hops: path.hops.map((hop) => ({ ...hop, ...rename({ pool: hop.pool, state: undefined }) })),
        })),
      },
    },
  }
  const report = { bundle: named, transaction: undefined, explanation: debugging.explain(named), guards: [] }
  const text = renderForTerminal(explainLines(report, { width: 80, paint: plainPaint }, { isAll: true }), true, 80)
  expect(text).toContain('<img src=x')
  expect(text).not.toMatch(/[\p{Cf}\p{Zl}]|[^\P{Cc}\n]/u)
  const { html } = explainPage(report, computeWhatIfs(debugging, named))
  expect(html).toContain('&lt;img')
  expect(html).not.toMatch(/<img|\u202e/)
  for (const format of ['svg', 'dot', 'mermaid'] as const) {
    const picture = createPicture(named.quote.route, named.quote, createTokenLookup(named.quote))
    expect(drawRoute(format, picture, { width: 80, paint: plainPaint }).join('\n')).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  }
})
