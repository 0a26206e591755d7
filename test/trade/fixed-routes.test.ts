/** Hand-made routes of shapes that a search rarely finds: evaluated here, executed by the router, equal to the wei. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payload } from '#domain/payload'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, gas, nativeToken, ppm, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwapCall, type SwapCall } from '#encoding/swap/router-call'
import { network } from '#networks/entries/sandbox'
import { evaluate } from '#routing/answer/evaluate'
import type { Edge } from '#routing/index/pool-graph'
import { sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { type SandboxApp, startSandboxApp, trader0 } from './fixture.ts'
import { affiliate, createSettlement, type Settlement, sumChanges } from './random-routes.ts'
import { readEdges } from './read-edges.ts'

const { tokens } = sandboxGround
type Name = 'WETH' | 'USDC' | 'USDT' | 'DAI' | 'WBTC' | 'wstETH' | 'UNI'
/** Input token, output token, pool, and the share of the input token's remainder; all of it if absent. */
type Made = readonly [Name, Name, string, number?]

let app: SandboxApp
let chain: Settlement
let edgeOf: (pool: Address, tokenIn: Address, tokenOut: Address) => Edge
beforeAll(async () => {
  app = await startSandboxApp()
  chain = await createSettlement(app, createRpc(app.url))
  edgeOf = await readEdges(app)
})
afterAll(() => app.close())

const [v2, sushi] = ['uniswap-v2 3000', 'sushi-v2 3000']
const v3 = (feePpm: number) => `uniswap-v3 ${feePpm}`
const usd = 10n ** 6n
const eth = 10n ** 18n

/** Every pool between two tokens, each with its share, the last with the rest. */
function planOver(sell: Name, buy: Name, pools: readonly string[]): readonly Made[] {
  return pools.map((pool, i) => (i === pools.length - 1 ? [sell, buy, pool] : [sell, buy, pool, 0.11 + i * 0.07]))
}

const wide: readonly Made[] = [
  ...planOver('USDC', 'USDT', [v2, v3(100), v3(500)]).map(([a, b, pool]): Made => [a, b, pool, 0.13]),
  ...planOver('USDC', 'DAI', [v2, v3(100), v3(500)]).map(([a, b, pool]): Made => [a, b, pool, 0.17]),
  ...planOver('USDC', 'WETH', [v2, sushi, v3(100), v3(500), v3(3000), v3(10_000)]),
  ...planOver('USDT', 'WETH', [v3(500), v2, sushi, v3(3000)]),
  ...planOver('DAI', 'WETH', [sushi, v3(500), v3(3000), v2]),
  ...planOver('WETH', 'WBTC', [v2, v3(3000), sushi, v3(500)]),
]

const made: readonly (readonly [string, bigint, readonly Made[]])[] = [
  [
    'pair to pair, fed directly',
    900n * eth,
    [
      ['DAI', 'WETH', v2],
      ['WETH', 'UNI', v2],
    ],
  ],
  [
    'three pairs in a row',
    900n * usd,
    [
      ['USDT', 'USDC', v2],
      ['USDC', 'DAI', v2],
      ['DAI', 'WETH', sushi],
    ],
  ],
  [
    'V3 feeds a pair',
    5_000n * usd,
    [
      ['USDC', 'WETH', v3(500)],
      ['WETH', 'UNI', v2],
    ],
  ],
  [
    'a pair, then V3 paid by the router',
    5_000n * usd,
    [
      ['USDC', 'WETH', v2],
      ['WETH', 'wstETH', v3(100)],
    ],
  ],
  [
    'V3 to V3',
    eth,
    [
      ['UNI', 'WETH', v3(3000)],
      ['WETH', 'wstETH', v3(500)],
    ],
  ],
  [
    'two into one token, V3 out',
    70_000n * usd,
    [
      ['USDC', 'WETH', v2, 1 / 3],
      ['USDC', 'WETH', v3(500)],
      ['WETH', 'WBTC', v3(500)],
    ],
  ],
  [
    'two into one token, a pair out',
    70_000n * usd,
    [
      ['USDC', 'WETH', v3(3000), 0.7],
      ['USDC', 'WETH', sushi],
      ['WETH', 'WBTC', sushi],
    ],
  ],
  [
    'one in, shares out',
    30_000n * usd,
    [
      ['USDC', 'WETH', v3(500)],
      ['WETH', 'WBTC', v2, 0.1],
      ['WETH', 'WBTC', v3(500), 0.5],
      ['WETH', 'WBTC', sushi],
    ],
  ],
  [
    'a pair feeds nobody when its output parts',
    30_000n * usd,
    [
      ['USDC', 'WETH', v2],
      ['WETH', 'WBTC', v2, 0.4],
      ['WETH', 'WBTC', sushi],
    ],
  ],
  [
    'one pool in two paths',
    40_000n * usd,
    [
      ['USDC', 'WETH', v3(3000)],
      ['WETH', 'USDT', v2, 0.45],
      ['USDT', 'DAI', v3(100)],
      ['WETH', 'DAI', v3(500)],
    ],
  ],
  [
    'one pair in two legs',
    40_000n * usd,
    [
      ['USDC', 'WETH', v2, 0.4],
      ['USDC', 'WETH', v3(500), 0.5],
      ['USDC', 'WETH', v2],
    ],
  ],
  [
    'one V3 pool in two legs',
    40_000n * usd,
    [
      ['USDC', 'WETH', v3(3000), 0.4],
      ['USDC', 'WETH', v2, 0.5],
      ['USDC', 'WETH', v3(3000)],
    ],
  ],
  [
    'a detour beside a direct way',
    40_000n * usd,
    [
      ['USDC', 'DAI', v3(100), 0.3],
      ['DAI', 'WETH', v2],
      ['USDC', 'WETH', v3(500)],
    ],
  ],
  [
    'the smallest share',
    9n * eth,
    [
      ['WETH', 'DAI', v2, 1 / wholeShare],
      ['WETH', 'DAI', v3(500)],
    ],
  ],
  ['24 legs', 60_000n * usd, wide],
]

test.each(made)('%s', (_, raw, route) => executeRoute(raw, route, {}))
test.each(made)('%s, with an affiliate', (_, raw, route) =>
  executeRoute(raw, route, { affiliate: { address: affiliate, fee: ppm(12_345) } }),
)

const fromWeth = made.filter(([, , route]) => route[0]?.[0] === 'WETH')
const toWeth: typeof made = [
  [
    'V3 and pairs',
    50_000n * usd,
    [
      ['USDC', 'WETH', v2, 0.2],
      ['USDC', 'WETH', v3(500), 0.9],
      ['USDC', 'DAI', v2],
      ['DAI', 'WETH', v2],
    ],
  ],
]
test.each(fromWeth)('native: %s', (_, raw, route) => executeRoute(raw, route, { tokenIn: nativeToken }))
test.each(fromWeth)('native, with an affiliate: %s', (_, raw, route) =>
  executeRoute(raw, route, { tokenIn: nativeToken, affiliate: { address: affiliate, fee: ppm(100_000) } }),
)
test.each(toWeth)('to native: %s', (_, raw, route) => executeRoute(raw, route, { tokenOut: nativeToken }))

test('the wide one has 24 legs', () => expect(wide.length).toBe(24))

function executeRoute(raw: bigint, route: readonly Made[], more: Partial<SwapCall>): Promise<void> {
  const [sold, bought] = [route[0]?.[0], route.at(-1)?.[1]].map((name) => tokens[name as Name].address)
  if (sold === undefined || bought === undefined) throw new Error('no legs')
  const fee = more.affiliate === undefined ? 0n : (raw * BigInt(more.affiliate.fee)) / 1_000_000n
  const planned = route.map(([sell, buy, pool, part]) => ({
    edge: edgeOf(poolOf(sell, buy, pool), tokens[sell].address, tokens[buy].address),
    share32: part === undefined ? wholeShare : Math.floor(part * wholeShare),
  }))
  const found = evaluate(planned, { tokenIn: sold, tokenOut: bought, amountIn: amount(raw - fee) })
  if (found === undefined) throw new Error('a pool gives nothing')

  const ends = { tokenIn: sold, tokenOut: bought, wrapped: tokens.WETH.address, affiliate: undefined, ...more }
  const terms = {
    amountIn: amount(raw),
    minimumOut: found.amountOut,
    recipient: trader0,
    deadline: seconds(9_999_999_999),
  }
  const data = encodeSwapCall({ ...ends, ...terms }, found.legs)
  return chain.undone(async () => {
    const { moved, bought: said } = await chain.settle(payloadOf(ends.tokenIn === nativeToken ? raw : 0n, data), {
      to: trader0,
      buy: ends.tokenOut,
    })
    const paid = [more.affiliate?.address ?? trader0, ends.tokenIn, fee] as const
    expect(moved).toEqual(sumChanges([trader0, ends.tokenIn, -raw], [trader0, ends.tokenOut, found.amountOut], paid))
    expect(said).toBe(found.amountOut)
  })
}

const payloadOf = (value: bigint, data: Payload['data']): Payload => ({
  from: trader0,
  to: getRouter(network).address,
  data,
  value: wei(value),
  chainId: 31_337,
  gasLimit: gas(16_000_000n),
  fees: { type: 0, gasPrice: wei(0n) },
})

function poolOf(a: Name, b: Name, name: string): Address {
  const found = sandboxPools.find(
    ({ venue, pair, feePpm }) => `${venue} ${feePpm}` === name && pair.every((token) => token === a || token === b),
  )
  if (found === undefined) throw new Error(`no ${name} for ${a} and ${b}`)
  return evm(found.address)
}
