/**
 * Routing's prediction equals the router's output for random routes to the wei, and the expected gas is within 5 % of
 * what is used in 95 of 100. Half of them go through the router, as a service's do. `SWAPLINE_ROUTES` sets their number,
 * `SWAPLINE_SEED` selects them, `SWAPLINE_ROUTES_RESULT` names the file for the result.
 */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPayload } from '#app/trade/explain/read-payload'
import { composeWith } from '#compose'
import type { Quote } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import { nativeToken } from '#domain/units'
import { createRpc } from '#sandbox/anvil/rpc'
import { keepsNoOldStates } from '#sandbox/anvil/start'
import { createComposeInput, type SandboxApp, startSandboxApp } from './fixture.ts'
import { createSettlement, type DrawnRequest, draws, largeDraws, type Settlement, sumChanges } from './random-routes.ts'
import { type Row, resultOf } from './routes-result.ts'
import { payloadOf, requestQuote, useEveryPool } from './use-every-pool.ts'

const wanted = Number(process.env['SWAPLINE_ROUTES'] ?? 24)
const seed = Number(process.env['SWAPLINE_SEED'] ?? Date.now() % 2 ** 31)
const aQuarter = Math.floor(wanted / 4)
vi.setConfig({ testTimeout: 240_000 + 1_000 * wanted })
console.info(`SWAPLINE_SEED=${seed}`)

let app: SandboxApp
let marking: SandboxApp['components']
let services: readonly [direct: Service, throughRouter: Service]
let chain: Settlement
beforeAll(async () => {
  app = await startSandboxApp(undefined, 'cancun', [keepsNoOldStates])
  marking = composeWith({ throughRouter: true })(createComposeInput(app.state, app.url))
  services = [await app.components.service(), await marking.service()]
  chain = await createSettlement(app, createRpc(app.url))
})
afterAll(async () => {
  await marking.close()
  await app.close()
})

const began = Date.now()
const done: Row[] = []

test('random routes over a new sandbox bring what was quoted, within the gas limit', async () => {
  const rows = await randomRoutes(draws, aQuarter, seed + 1)
  console.info(`new sandbox: ${summary(rows)}`)
})

test('random routes over used pools bring what was quoted, for the gas that was expected', async () => {
  await useEveryPool(app, chain.send)
  const rows = await randomRoutes(draws, wanted - 2 * aQuarter, seed)
  console.info(`used pools: ${summary(rows)}`)
  expect(at(offs(rows), 0.95)).toBeLessThan(0.05)
})

test('large random routes, which split into many paths and merge again, bring what was quoted', async () => {
  const rows = await randomRoutes(largeDraws, aQuarter, seed + 2)
  console.info(`large: ${summary(rows)}`)
  expect(at(offs(rows), 0.95)).toBeLessThan(0.05)
  const { divided, merged } = resultOf(rows, { seed, began })
  expect(divided).toBeGreaterThan(aQuarter / 2)
  expect(merged).toBeGreaterThan(aQuarter / 4)

  expect(done.length).toBe(wanted)
  const file = process.env['SWAPLINE_ROUTES_RESULT']
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(resultOf(done, { seed, began }), null, 2)}\n`)
})

async function randomRoutes(from: typeof draws, count: number, startAt: number): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const drawn of fc.sample(from, { seed: startAt, numRuns: count * 3 })) {
    if (rows.length === count) break
    const service = services[rows.length % 2] ?? services[0]
    const quote = await requestQuote(service, drawn.request)
    if (quote !== undefined) rows.push(await executeRoute(drawn, quote, service))
  }
  expect(rows.length).toBe(count)
  done.push(...rows)
  return rows
}

function executeRoute({ exactly }: DrawnRequest, quote: Quote, service: Service): Promise<Row> {
  const { from, to, sell, buy, sellAmount, affiliate } = quote.request
  return chain.undone(async (keep) => {
    if (exactly && sell !== nativeToken) await chain.approve(sell, sellAmount)
    const payload = await payloadOf(service, quote)
    const isPaid = quote.route.legs.length > 0 && service === services[1]
    expect(readPayload(payload.data)).toMatchObject({ throughRouter: isPaid || buy === nativeToken })
    const settled = await chain.settle(payload, { to, buy })

    const asked = { request: quote.request, legs: quote.route.legs.length }
    const fee = [affiliate?.address ?? from, sell, quote.affiliateFee] as const
    const moved = sumChanges([from, sell, -sellAmount], [to, buy, quote.route.amountOut], fee)
    expect({ ...asked, moved: settled.moved }).toEqual({ ...asked, moved })
    expect(settled.bought).toBe(quote.route.amountOut)
    expect(await chain.allowances(quote.route)).toBe(0n)
    expect(settled.gasUsed).toBeLessThanOrEqual(quote.gasLimit)
    if (staysSmall(quote) && !exactly) keep()
    return { ...settled, quote }
  })
}

/** Trades with little impact are kept, so that later routes find used pools. */
const staysSmall = ({ priceImpact }: Quote): boolean => priceImpact !== undefined && priceImpact < 2_000

const ofPredicted = ({ gasUsed, quote }: Row) => Number(gasUsed) / Number(quote.route.gas)
/** By how much the gas used is off the expected gas, as a part of it, ascending. */
const offs = (rows: readonly Row[]) => rows.map((row) => Math.abs(ofPredicted(row) - 1)).toSorted((a, b) => a - b)
const ofLimit = ({ gasUsed, quote }: Row) => Number(gasUsed) / Number(quote.gasLimit)

function summary(rows: readonly Row[]): string {
  const legs = rows.map(({ quote }) => quote.route.legs.length)
  const gas = `gas used / predicted ${spread(rows.map(ofPredicted))}; gas used / limit ${spread(rows.map(ofLimit))}`
  return `${rows.length} routes; legs ${spread(legs)}; ${gas}`
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [min, low, middle, high, max] = [0, 0.1, 0.5, 0.9, 1].map((part) => Number(at(sorted, part).toFixed(3)))
  return `${min} … ${max} (p10 ${low}, median ${middle}, p90 ${high})`
}

const at = (sorted: readonly number[], part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
