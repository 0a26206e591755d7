/**
 * The divisions of a route are shares: who writes another amount into the calldata sells that, and gets to the wei
 * what the same legs give for it. `SWAPLINE_SEED` says which routes.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quote'
import { type Address, amount, hex, nativeToken, ppm, wei } from '#domain/units'
import { word } from '#domain/words'
import { amountInOffset } from '#encoding/router-call'
import { evaluate } from '#routing/evaluate'
import type { Edge } from '#routing/market'
import { createRpc } from '#sandbox/rpc'
import { type House, openHouse } from './house.ts'
import { draws, edgesNow, movedBy, openSettlement, type Settlement } from './random-routes.ts'

const routes = 40
const seed = Number(process.env['SWAPLINE_SEED'] ?? Date.now() % 2 ** 31)
const million = 1_000_000n
/** What there is of the amount, parts per million: the half, and anything up to a tenth more. */
const parts = fc.oneof(fc.constant(million / 2n), fc.bigInt(1n, (million * 11n) / 10n))

let house: House
let chain: Settlement
let edgeOf: (pool: Address, tokenIn: Address, tokenOut: Address) => Edge
beforeAll(async () => {
  house = await openHouse()
  chain = await openSettlement(house, createRpc(house.url))
  edgeOf = await edgesNow(house)
})
afterAll(() => house.close())

test('another amount in the calldata is divided as the quoted one was', async () => {
  console.info(`SWAPLINE_SEED=${seed}`)
  let divided = 0
  let done = 0
  for (const [{ request }, part] of fc.sample(fc.tuple(draws, parts), { seed, numRuns: routes * 20 })) {
    if (done === routes) break
    const quote = await quoted(request)
    // a single leg has nothing to divide
    if (quote === undefined || quote.route.legs.length < 2) continue
    const raw = (quote.request.sellAmount * part) / million
    if (!(await soldInstead(quote, raw))) continue
    done += 1
    if (quote.route.paths.length > 1) divided += 1
  }
  console.info(`${done} routes with another amount, ${divided} of them divided`)
  expect(done).toBe(routes)
  expect(divided).toBeGreaterThan(routes / 8)
}, 60_000)

async function quoted(request: Quote['request']): Promise<Quote | undefined> {
  try {
    return await (await house.parts.service()).quote(request)
  } catch (error) {
    if (error instanceof SwapError && error.code === 'NO_ROUTE') return undefined
    throw error
  }
}

/** False where a pool gives nothing for so little, or its state was read too narrowly here to say. */
async function soldInstead(quote: Quote, raw: bigint): Promise<boolean> {
  const { from, to, sell, buy, affiliate, slippage } = quote.request
  const fee = affiliate === undefined ? 0n : (raw * BigInt(affiliate.fee)) / million
  const planned = quote.route.legs.map(({ pool, tokenIn, tokenOut, share32 }) => ({
    edge: edgeOf(pool.address, tokenIn, tokenOut),
    share32,
  }))
  const found = evaluate(planned, { ...quote.route, amountIn: amount(raw - fee) })
  if (found === undefined) return false

  await chain.undone(async () => {
    const service = await house.parts.service()
    const payload = await service.transaction({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 86_400 })
    const other = patched(payload, sell, raw, found.amountOut)
    const { moved } = await chain.settle(other, { to, buy })
    const asked = { legs: quote.route.legs.length, slippage, raw }
    const paid = [affiliate?.address ?? from, sell, fee] as const
    expect({ ...asked, moved }).toEqual({
      ...asked,
      moved: movedBy([from, sell, -raw], [to, buy, found.amountOut], paid),
    })
  })
  return true
}

/** Of a few units, at the ends or between, rounding takes more than any slippage. */
const isCoarse = ({ route }: Quote): boolean =>
  route.legs.some(({ amountIn, amountOut }) => amountIn < 100_000n || amountOut < 100_000n)

/** The two words that a meta-router writes: the amount, and the minimum behind it. */
function patched(payload: Payload, sell: Address, raw: bigint, minimumOut: bigint): Payload {
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
    const quote = await quoted({ ...request, affiliate: undefined, slippage: ppm(1_000) })
    if (quote === undefined || quote.route.legs.length < 2 || isCoarse(quote)) continue
    const raw = quote.request.sellAmount / 2n
    await chain.undone(async () => {
      const service = await house.parts.service()
      const payload = await service.transaction({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 86_400 })
      const { bought } = await chain.settle(patched(payload, request.sell, raw, quote.minimumOut / 2n), request)
      expect(bought).toBeGreaterThanOrEqual(quote.minimumOut / 2n)
    })
    done += 1
  }
  expect(done).toBe(routes / 2)
}, 60_000)
