/** What a bundle of others, or of an unusual network, must not do: crash, leak, or state what is not known. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { decodeBundle, encodeBundle, readBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { toRecordedWords } from '#cli/request/debugging/save-options'
import { explainLines } from '#cli/screens/debugging/explain'
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
