/**
 * Routing's prediction equals the router's output for random routes: to the wei, and the gas to a tenth. Half of them
 * go through the router, as a service's do. `SWAPLINE_ROUTES` sets their number, `SWAPLINE_SEED` selects them,
 * `SWAPLINE_ROUTES_RESULT` names the file for the result.
 */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPayload } from '#app/trade/explain/read-payload'
import { composeWith } from '#compose'
import { SwapError } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Protocol } from '#domain/pools/protocol'
import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import { type Address, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { familyPools, sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { createComposeInput, createQuoteRequest, type SandboxApp, startSandboxApp } from './fixture.ts'
import {
  createSettlement,
  type DrawnRequest,
  draws,
  largeDraws,
  onChain,
  type Settlement,
  sumChanges,
} from './random-routes.ts'
import { type Row, resultOf } from './routes-result.ts'

const protocols: readonly Protocol<unknown>[] = all
const wanted = Number(process.env['SWAPLINE_ROUTES'] ?? 300)
const seed = Number(process.env['SWAPLINE_SEED'] ?? Date.now() % 2 ** 31)
const aQuarter = Math.floor(wanted / 4)
vi.setConfig({ testTimeout: 60_000 + 500 * wanted })
console.info(`SWAPLINE_SEED=${seed}`)

let app: SandboxApp
let marking: SandboxApp['components']
let services: readonly [direct: Service, throughRouter: Service]
let chain: Settlement
beforeAll(async () => {
  app = await startSandboxApp()
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

test('random routes over pools without earlier trades bring what was quoted, within the gas limit', async () => {
  const rows = await randomRoutes(draws, aQuarter, seed + 1)
  console.info(`fresh pools: ${summary(rows)}`)
})

test('random routes over used pools bring what was quoted, for the gas that was predicted', async () => {
  await useEveryPool()
  const rows = await randomRoutes(draws, wanted - 2 * aQuarter, seed)
  console.info(`used pools: ${summary(rows)}`)
  const used = rows.map(ofPredicted).toSorted((a, b) => a - b)
  const off = used.map((ratio) => Math.abs(ratio - 1)).toSorted((a, b) => a - b)
  expect(at(used, 0.5)).toBeGreaterThan(0.93) // at least half of them take a little less
  expect(at(used, 0.5)).toBeLessThan(1.05)
  expect(at(off, 0.9)).toBeLessThan(0.13)
})

test('large random routes, which split into many paths and merge again, bring what was quoted', async () => {
  const rows = await randomRoutes(largeDraws, aQuarter, seed + 2)
  console.info(`large: ${summary(rows)}`)
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
    const quote = await requestQuote(drawn.request, service)
    if (quote !== undefined) rows.push(await executeRoute(drawn, quote, service))
  }
  expect(rows.length).toBe(count)
  done.push(...rows)
  return rows
}

/** `undefined` if the drawn limits and exclusions leave no path. */
async function requestQuote(request: QuoteRequest, service = services[0]): Promise<Quote | undefined> {
  try {
    return await service.quote(request)
  } catch (error) {
    if (error instanceof SwapError && error.code === 'NO_ROUTE') return undefined
    throw error
  }
}

function executeRoute({ exactly }: DrawnRequest, quote: Quote, service: Service): Promise<Row> {
  const { from, to, sell, buy, sellAmount, affiliate } = quote.request
  return chain.undone(async (keep) => {
    if (exactly && sell !== nativeToken) await chain.approve(sell, sellAmount)
    const payload = await payloadOf(quote, service)
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

/** The chain's clock, a second per block, runs ahead of ours. */
const payloadOf = ({ id }: Quote, service = services[0]): Promise<Payload> =>
  service.buildPayload({ quoteId: id, estimateGas: false, deadlineSeconds: 86_400 })

/** Trades with little impact are kept, so that later routes find used pools. */
const staysSmall = ({ priceImpact }: Quote): boolean => priceImpact !== undefined && priceImpact < 2_000

/**
 * Trades far over every pool in both directions and back: on a real network pools have been used, and a swap writes few
 * fresh slots.
 */
async function useEveryPool(): Promise<void> {
  for (const { pool, one, other } of listDirections()) {
    const far = onChain.find(({ address }) => address === one)
    if (far === undefined || !onChain.some(({ address }) => address === other)) continue
    const grand = BigInt(Math.floor(far.grand * 10 ** far.decimals))
    const bought = await sellAsMuch([one, other, pool], [300n * grand, 60n * grand, 8n * grand])
    const back = await sellAsMuch([other, one, pool], [2n * bought, bought])
    await sellAsMuch([one, other, pool], [back / 2n])
  }
}

/** Pools of unproven families are in no route unless the user enables them. */
function isUsed(venue: string): boolean {
  const kind = network.venues.find(({ name }) => name === venue)?.protocol
  return protocols.some((protocol) => protocol.kind === kind && protocol.proof.proven)
}

/** Every pair of every pool's tokens that the sandbox lists. */
function listDirections(): readonly { readonly pool: Address; readonly one: Address; readonly other: Address }[] {
  const tokens: Readonly<Record<string, { readonly address: Address }>> = sandboxGround.tokens
  const pools = [
    ...sandboxPools.map(({ address, pair }) => ({ address, symbols: pair as readonly string[] })),
    ...familyPools
      .filter(({ venue }) => isUsed(venue))
      .map(({ address, symbols }) => ({ address, symbols: symbols as readonly string[] })),
  ]
  return pools.flatMap(({ address: pool, symbols }) => {
    const held = symbols.flatMap((symbol) => tokens[symbol]?.address ?? [])
    return held.flatMap((one, i) => held.slice(i + 1).map((other) => ({ pool, one, other })))
  })
}

/** Sells the first of these amounts that the pool takes. @returns the output */
async function sellAsMuch([sell, buy, pool]: [Address, Address, Address], amounts: readonly bigint[]): Promise<bigint> {
  for (const raw of amounts) {
    const quote = await requestQuote(createQuoteRequest(sell, buy, raw, { include: [pool] }))
    if (quote === undefined) continue
    await chain.send(await payloadOf(quote))
    return quote.route.amountOut
  }
  return 0n
}

const ofPredicted = ({ gasUsed, quote }: Row) => Number(gasUsed) / Number(quote.route.gas)
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
