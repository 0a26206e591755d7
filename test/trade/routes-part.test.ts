/**
 * The divisions of a route are shares: a caller who writes another amount into the calldata sells that amount, and gets
 * to the wei what the same legs give for it. `SWAPLINE_SEED` selects the routes, `SWAPLINE_ROUTES_IN_PARTS` is their number.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { word } from '#domain/calls/words'
import { SwapError } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import { type Address, amount, hex, nativeToken, ppm, wei } from '#domain/units'
import { amountInOffset } from '#encoding/swap/router-call'
import { evaluate } from '#routing/answer/evaluate'
import type { Edge } from '#routing/index/pool-graph'
import { createRpc } from '#sandbox/anvil/rpc'
import { type SandboxApp, startSandboxApp } from './fixture.ts'
import { createSettlement, draws, type Settlement, sumChanges } from './random-routes.ts'
import { readEdges } from './read-edges.ts'

const routes = Number(process.env['SWAPLINE_ROUTES_IN_PARTS'] ?? 16)
const seed = Number(process.env['SWAPLINE_SEED'] ?? Date.now() % 2 ** 31)
const million = 1_000_000n
/** The available part of the amount, parts per million: half, and anything up to a tenth more. */
const parts = fc.oneof(fc.constant(million / 2n), fc.bigInt(1n, (million * 11n) / 10n))

let app: SandboxApp
let chain: Settlement
let edgeOf: (pool: Address, tokenIn: Address, tokenOut: Address) => Edge
beforeAll(async () => {
  app = await startSandboxApp()
  chain = await createSettlement(app, createRpc(app.url))
  edgeOf = await readEdges(app)
})
afterAll(() => app.close())

test('another amount in the calldata is divided as the quoted one was', async () => {
  console.info(`SWAPLINE_SEED=${seed}`)
  let divided = 0
  let done = 0
  for (const [{ request }, part] of fc.sample(fc.tuple(draws, parts), { seed, numRuns: routes * 20 })) {
    if (done === routes) break
    const quote = await requestQuote(request)
    // a single leg has nothing to divide
    if (quote === undefined || quote.route.legs.length < 2) continue
    const raw = (quote.request.sellAmount * part) / million
    if (!(await sellInstead(quote, raw))) continue
    done += 1
    if (quote.route.paths.length > 1) divided += 1
  }
  console.info(`${done} routes with another amount, ${divided} of them divided`)
  expect(done).toBe(routes)
  expect(divided).toBeGreaterThan(routes / 8)
})

async function requestQuote(request: Quote['request']): Promise<Quote | undefined> {
  try {
    return await (await app.components.service()).quote(request)
  } catch (error) {
    if (error instanceof SwapError && error.code === 'NO_ROUTE') return undefined
    throw error
  }
}

/** False if a pool gives nothing for so small an amount, or its state was read too narrowly here to tell. */
async function sellInstead(quote: Quote, raw: bigint): Promise<boolean> {
  const { from, to, sell, buy, affiliate, slippage } = quote.request
  const fee = affiliate === undefined ? 0n : (raw * BigInt(affiliate.fee)) / million
  const planned = quote.route.legs.map(({ pool, tokenIn, tokenOut, share32 }) => ({
    edge: edgeOf(pool.address, tokenIn, tokenOut),
    share32,
  }))
  const found = evaluate(planned, { ...quote.route, amountIn: amount(raw - fee) })
  if (found === undefined) return false

  await chain.undone(async () => {
    const service = await app.components.service()
    const payload = await service.buildPayload({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 86_400 })
    const other = patchAmount(payload, sell, raw, found.amountOut)
    const { moved } = await chain.settle(other, { to, buy })
    const asked = { legs: quote.route.legs.length, slippage, raw }
    const paid = [affiliate?.address ?? from, sell, fee] as const
    expect({ ...asked, moved }).toEqual({
      ...asked,
      moved: sumChanges([from, sell, -raw], [to, buy, found.amountOut], paid),
    })
  })
  return true
}

/** With a few units, at the ends or between, rounding takes more than any slippage. */
const isCoarse = ({ route }: Quote): boolean =>
  route.legs.some(({ amountIn, amountOut }) => amountIn < 100_000n || amountOut < 100_000n)

/** The two words that a meta-router writes: the amount, and the minimum after it. */
function patchAmount(payload: Payload, sell: Address, raw: bigint, minimumOut: bigint): Payload {
  const at = 2 + amountInOffset * 2
  const { data } = payload
  return {
    ...payload,
    data: hex(`${data.slice(0, at)}${word(raw)}${word(minimumOut)}${data.slice(at + 128)}`),
    value: wei(sell === nativeToken ? raw : 0n),
  }
}

test('half the amount brings at least half the minimum', async () => {
  let done = 0
  for (const { request } of fc.sample(draws, { seed: seed + 1, numRuns: routes * 20 })) {
    if (done === routes / 2) break
    const quote = await requestQuote({ ...request, affiliate: undefined, slippage: ppm(1_000) })
    if (quote === undefined || quote.route.legs.length < 2 || isCoarse(quote)) continue
    const raw = quote.request.sellAmount / 2n
    await chain.undone(async () => {
      const service = await app.components.service()
      const payload = await service.buildPayload({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 86_400 })
      const { bought } = await chain.settle(patchAmount(payload, request.sell, raw, quote.minimumOut / 2n), request)
      expect(bought).toBeGreaterThanOrEqual(quote.minimumOut / 2n)
    })
    done += 1
  }
  expect(done).toBe(routes / 2)
})
