/** The page of `explain --html`: self-contained, escaped, and nothing runs in it but its own script. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { computeWhatIfs } from '#cli/request/debugging/page-what-ifs'
import { listQuoteGuards } from '#cli/request/debugging/quote-guards'
import { defaultDangerLimits } from '#cli/request/quote-dangers'
import { explainPage } from '#cli/screens/debugging/page/explain-page'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import { ppm } from '#domain/units'
import { createQuoteDebugging } from './create-debugging.ts'

const file = join(fileURLToPath(new URL('corpus', import.meta.url)), 'uniswap-v3.quote.json.gz')
const debugging = createQuoteDebugging()
let bundle: ReplayableBundle
beforeAll(async () => {
  bundle = requireWhole((await readBundle({ readStdin: async () => '' }, file)).bundle)
})

const limits = { ...defaultDangerLimits, maxSlippage: ppm(50_000) }
const pageOf = (one: ReplayableBundle): string => {
  const report = { bundle: one, explanation: debugging.explain(one), guards: listQuoteGuards(one.quote, limits) }
  return explainPage(report, computeWhatIfs(debugging, one)).html
}

test('scripts and styles are those whose hashes the policy names, and nothing is loaded', () => {
  const page = pageOf(bundle)
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).not.toContain('unsafe')
  for (const kind of ['script', 'style'] as const) {
    const bodies = [...page.matchAll(new RegExp(`<${kind}>([\\s\\S]*?)</${kind}>`, 'g'))].map(([, body = '']) => body)
    expect(bodies.length).toBe(kind === 'script' ? 1 : 2)
    const allowed = policy.split('; ').find((one) => one.startsWith(`${kind}-src `)) ?? ''
    for (const body of bodies)
      expect(allowed).toContain(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
  }
  expect(page).not.toMatch(/ (?:src|href|on\w+)=|url\(|@import/)
})

test('it has a row for every pool, and no wallet', () => {
  const page = pageOf(bundle)
  const { pools } = debugging.explain(bundle)
  const table = page.slice(page.indexOf('<h2>Pools</h2>'))
  expect(table.match(/<tr><td>0x/g)).toHaveLength(pools.length)
  for (const wallet of [bundle.request.from, bundle.request.to])
    expect(page.toLowerCase()).not.toContain(wallet.toLowerCase())
})

test('names of tokens and venues cannot become elements', () => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  const named = {
    ...bundle,
    quote: {
      ...bundle.quote,
      buy: { ...bundle.quote.buy, symbol: evil },
      sell: { ...bundle.quote.sell, symbol: evil },
    },
  }
  const page = pageOf(named)
  expect(page).not.toContain('<img')
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).toContain('&lt;img')
})
