/**
 * Recorded routes of every family, which every later version gives to the wei. `corpus` is written by
 * `SWAPLINE_CORPUS=test/debugging/corpus npx vitest run test/debugging/recorded-quotes.test.ts`, for new families only: the
 * amounts below may not change.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { createQuoteDebugging } from './create-debugging.ts'
import { offline } from './offline.ts'
import { sandboxFamilies } from './record-quotes.ts'

vi.setConfig({ testTimeout: 120_000 })
const folder = fileURLToPath(new URL('corpus', import.meta.url))
const debugging = createQuoteDebugging()
const read = (name: string) => readBundle({ readStdin: async () => '' }, join(folder, `${name}.quote.json.gz`))

/** What each of them bought, in smallest units. */
const bought = {
  'algebra-integral': 399491244143862408n,
  'balancer-v2': 398605933200785408n,
  'balancer-v3': 996773610n,
  'curve-crypto': 997952220n,
  'curve-stable': 999880293n,
  'dai-usds': 1000000000000000000001n,
  'dodo-v2': 994913919n,
  erc4626: 1068000000000000000001n,
  'fluid-dex': 999735660n,
  lido: 326205146792316057n,
  'liquidity-book': 399649152082074655n,
  'maverick-v2': 998013188n,
  'pair-fees': 397588733259216954n,
  'pancake-infinity': 399283082224596591n,
  'pancake-v3': 12391948590528365147n,
  psm: 3162119n,
  'rate-vault': 851851142862497085046n,
  slipstream: 998680646n,
  'solidly-v2': 398175468210590691n,
  'split-purchase': 20000343n,
  'split-sale': 73834979605315461287n,
  'stable-swap': 31628374968n,
  syncswap: 12114840143637168292n,
  'uniswap-v2': 996707302n,
  'uniswap-v3': 999464303n,
  'uniswap-v4': 999089297n,
} as const
const names = Object.keys(bought) as readonly (keyof typeof bought)[]

test('every bundle is listed, and every family has one', () => {
  expect(new Set(readdirSync(folder))).toEqual(new Set(names.map((name) => `${name}.quote.json.gz`)))
  expect(sandboxFamilies().filter((family) => !names.some((name) => name === family))).toEqual([])
})

describe('without a network', () => {
  test.each(names)('%s: the recorded route gives what was quoted, to the wei', async (name) => {
    const { bundle, isIntact } = await read(name)
    expect({ isIntact, isRedacted: bundle.isRedacted }).toEqual({ isIntact: true, isRedacted: true })
    const { result: checks, tried } = await offline(() => debugging.check(bundle))
    expect(tried).toBe(0)
    expect(checks.map(({ check, ok }) => `${check} ${ok}`)).toEqual(['market true', 'quote true', 'route true'])
    expect(bundle.quote?.route.amountOut).toBe(bought[name])
  })

  test.each(['balancer-v2', 'uniswap-v3', 'split-purchase'] as const)('%s: the search gives it too', async (name) => {
    const { bundle } = await read(name)
    const { result, tried } = await offline(() => debugging.replay(bundle))
    expect(tried).toBe(0)
    expect(result.evaluated).toEqual({ amountOut: bought[name], isEqual: true })
    expect(result.searched.found?.route.amountOut).toBe(bought[name])
  })
})

describe('explain', () => {
  test.each(['fluid-dex', 'slipstream', 'split-sale'] as const)(
    '%s: accounts for every pool; the gap is the sum',
    async (name) => {
      const { bundle } = await read(name)
      const { pools, gap, loss, paths } = debugging.explain(bundle)
      const { snapshot, excludedPools } = bundle.market ?? { snapshot: undefined, excludedPools: [] }
      const seen = [...(snapshot?.pools ?? []), ...(snapshot?.skipped ?? [])].map(({ pool }) => pool.address)
      expect(pools.map(({ address }) => address).toSorted(byText)).toEqual(
        [...seen, ...excludedPools.map(({ address }) => address)].toSorted(byText),
      )
      const parts = gap?.parts.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN
      const basisPoints = ((parts - Number(gap?.gap)) / Number(gap?.upperBound)) * 10_000
      expect(Math.abs(basisPoints)).toBeLessThan(0.01)
      expect(loss.parts.reduce((sum, { value }) => sum - value, loss.ideal) / loss.net).toBeCloseTo(1, 9)
      for (const { first, average, next } of paths) {
        expect(first).toBeGreaterThanOrEqual(average)
        expect(average).toBeGreaterThanOrEqual(next)
      }
    },
  )
})

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
