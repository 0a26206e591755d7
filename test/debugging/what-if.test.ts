/** Every change of `replay --what-if`, over a recorded quote. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { parseChanges, toWhatIf } from '#cli/request/debugging/what-if'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import { poolsOf, type Route } from '#domain/quotes/route'
import { createQuoteDebugging } from './create-debugging.ts'

const file = join(fileURLToPath(new URL('corpus', import.meta.url)), 'split-sale.quote.json.gz')
const debugging = createQuoteDebugging()
let bundle: ReplayableBundle
beforeAll(async () => {
  bundle = requireWhole((await readBundle({ readStdin: async () => '' }, file)).bundle)
})

async function changed(text: string) {
  const { found } = debugging.whatIf(bundle, await toWhatIf(parseChanges(text), bundle))
  return found ?? expect.fail('there is no route')
}
const netOf = ({ amountOut, gasInTokenOut }: Route): bigint => amountOut - (gasInTokenOut ?? 0n)

test('a pool or a source left out is in no leg, and the rest gives less', async () => {
  const { route } = bundle.quote
  const [{ pool }] = route.legs as [Route['legs'][number]]
  for (const change of [`without-pool=${pool.address}`, `without-source=${pool.venue.name}`]) {
    const { route: other } = await changed(change)
    expect([...poolsOf(other)]).not.toContain(pool.address)
    expect(netOf(other)).toBeLessThan(netOf(route))
  }
})

test('fewer splits, legs and hops are kept to', async () => {
  expect(bundle.quote.route.paths.length).toBeGreaterThan(1)
  expect((await changed('max-splits=1')).route.paths).toHaveLength(1)
  expect((await changed('max-legs=1')).route.legs).toHaveLength(1)
  expect((await changed('max-hops=1')).route.paths.every(({ hops }) => hops.length === 1)).toBe(true)
})

test('another slippage, amount and gas price', async () => {
  // Of the search of this version: the recorded one may be of an earlier one.
  const route = debugging.whatIf(bundle, {}).found?.route ?? expect.fail('there is no route')
  const { minimumOut, route: same } = await changed('slippage=10%')
  expect(same.amountOut).toBe(route.amountOut)
  expect(minimumOut).toBe((route.amountOut * 9n) / 10n)
  expect((await changed('amount=1')).route.amountIn).toBe(10n ** BigInt(bundle.quote.sell.decimals))
  expect((await changed('gas-price=0')).route.gasInTokenOut).toBe(0n)
})
