/** All families at once: one swap through every one of them, and the number of requests before the first quote. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { Payload } from '#domain/payload'
import type { Venue } from '#domain/pools/protocol'
import type { Quote } from '#domain/quotes/quote'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, gas, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwapCall } from '#encoding/swap/router-call'
import { network } from '#networks/entries/sandbox'
import { evaluate } from '#routing/answer/evaluate'
import type { Edge } from '#routing/index/pool-graph'
import { familyPools, sandboxPools } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { findToken, readHeld } from './family-swap.ts'
import { createComposeInput, createQuoteRequest, type SandboxApp, startSandboxApp, trader0 } from './fixture.ts'
import { createSettlement, type Settlement } from './random-routes.ts'
import { readEdges } from './read-edges.ts'

const eth = 10n ** 18n

let app: SandboxApp
let proxy: FaultProxy
let rpc: Rpc
let chain: Settlement
let edgeOf: (pool: Address, tokenIn: Address, tokenOut: Address) => Edge
beforeAll(async () => {
  app = await startSandboxApp()
  proxy = await startProxy(app.url)
  rpc = createRpc(app.url)
  chain = await createSettlement(app, rpc)
  edgeOf = await readEdges(app, [findToken('svDAI')])
})
afterAll(async () => {
  await proxy.close()
  await app.close()
})

const placed = [
  ...sandboxPools.map(({ pair, ...pool }) => ({ ...pool, symbols: pair })),
  ...familyPools,
] satisfies readonly { venue: string; symbols: readonly string[]; feePpm: number; address: Address }[]

/** Input symbol, output symbol, venue and fee of the pool, and the share of what is left; all of it if absent. */
type Planned = readonly [sell: string, buy: string, pool: string, part?: number]

function legOf([sell, buy, name, part]: Planned) {
  const found = placed.find(({ venue, symbols, feePpm }) => {
    const held: readonly string[] = symbols
    return `${venue} ${feePpm}` === name && held.includes(sell) && held.includes(buy)
  })
  if (found === undefined) throw new Error(`no ${name} for ${sell} and ${buy}`)
  const share32 = part === undefined ? wholeShare : Math.floor(part * wholeShare)
  return { edge: edgeOf(found.address, findToken(sell), findToken(buy)), share32 }
}

const familyOf = ({ edge }: ReturnType<typeof legOf>): string => edge.live.pool.venue.protocol

const planned: readonly Planned[] = [
  ['UNI', 'WETH', 'balancer-v2 3000'],
  ['WETH', 'USDC', 'uniswap-v2 3000', 0.2],
  ['WETH', 'USDC', 'uniswap-v3 500', 0.6],
  ['WETH', 'USDC', 'balancer-v3 2500'],
  ['USDC', 'USDT', 'aerodrome 500'],
  ['USDT', 'DAI', 'saddle 100'],
  ['DAI', 'svDAI', 'vaults 0'],
]

const held = (of: Address): Promise<bigint> => readHeld(rpc, of)

test.each([30_000n, 1n, 123_456n])('%i UNI through seven families in one swap bring what was quoted', (whole) =>
  chain.undone(async () => {
    const [tokenIn, tokenOut] = [findToken('UNI'), findToken('svDAI')]
    const legs = planned.map(legOf)
    expect(new Set(legs.map(familyOf)).size).toBe(7)
    const amountIn = amount(whole * eth + 7n)
    const found = evaluate(legs, { tokenIn, tokenOut, amountIn })
    if (found === undefined) throw new Error('a pool gives nothing')

    const ends = { tokenIn, tokenOut, wrapped: network.wrapped, affiliate: undefined, recipient: trader0 }
    const terms = { amountIn, minimumOut: found.amountOut, deadline: seconds(9_999_999_999) }
    const [sold, bought] = [await held(tokenIn), await held(tokenOut)]
    const settled = await chain.settle(payloadOf(encodeSwapCall({ ...ends, ...terms }, found.legs)), {
      to: trader0,
      buy: tokenOut,
    })
    expect([sold - (await held(tokenIn)), (await held(tokenOut)) - bought]).toEqual([amountIn, found.amountOut])
    expect(settled.bought).toBe(found.amountOut)
  }),
)

const payloadOf = (data: Payload['data']): Payload => ({
  from: trader0,
  to: getRouter(network).address,
  data,
  value: wei(0n),
  chainId: 31_337,
  gasLimit: gas(16_000_000n),
  fees: { type: 0, gasPrice: wei(0n) },
})

const familiesOf = ({ route }: Quote) => new Set(route.legs.map(({ pool }) => pool.venue.protocol))

test('a large swap is found through seven families, and brings what was quoted', () =>
  chain.undone(async () => {
    const service = await app.components.service()
    const [sell, buy] = [findToken('WETH'), findToken('svDAI')]
    const quote = await service.quote(createQuoteRequest(sell, buy, 100n * eth))
    console.info(`${quote.route.legs.length} legs through ${[...familiesOf(quote)].join(', ')}`)
    expect(familiesOf(quote).size).toBeGreaterThanOrEqual(7)
    expect(quote.route.optimality?.gapPpm).toBeLessThan(5_000)
    const payload = await service.buildPayload({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 86_400 })
    const before = await held(buy)
    await chain.settle(payload, { to: trader0, buy })
    expect((await held(buy)) - before).toBe(quote.route.amountOut)
  }))

/** Factories without pools, at addresses without code: Uniswap v2's and v3's, of four fees each. */
const barren: readonly Venue[] = Array.from({ length: 20 }, (_, i) => ({
  protocol: i % 2 === 0 ? 'uniswap-v3' : 'uniswap-v2',
  name: `barren-${i}`,
  title: `Barren ${i}`,
  factory: evm(`0x00000000000000000000000000000000000b${(i + 4096).toString(16)}`),
  feesPpm: i % 2 === 0 ? [100, 500, 3_000, 10_000] : [3_000],
}))

test.each([
  ['all proven families', 'false'],
  ['all families', 'true'],
])('a first quote takes at most two round trips, with %s and twenty factories more', async (name, unproven) => {
  proxy.forget()
  const parts = composeWith({ network: (entry) => ({ ...entry, venues: [...entry.venues, ...barren] }) })(
    createComposeInput(`${app.state}/${name}`, proxy.url, new Map([['trade.unproven', [unproven]]])),
  )
  const quote = await (await parts.service()).quote(createQuoteRequest(findToken('WETH'), findToken('USDC'), 40n * eth))
  console.info(`posts: ${proxy.posts.map((methods) => methods.length).join(', ')}`)
  expect(proxy.posts.length).toBeLessThanOrEqual(2)
  expect(quote.route.legs.length).toBeGreaterThan(0)
  expect(sandboxPools.length + familyPools.length).toBeGreaterThanOrEqual(60)
  await parts.close()
})
