/**
 * A bot that tries on a real chain never takes more from a swap than its quote prints. `SWAPLINE_SANDWICHES` is the number
 * of swaps, `SWAPLINE_SEED` draws them, `SWAPLINE_SANDWICH_RESULT` names the file for the result.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeployedContracts } from '#app/deployed-contracts'
import { createQuote } from '#app/quoting/create-quote'
import { boundSandwich } from '#app/quoting/sandwich'
import { createChain } from '#chain/create-chain'
import type { Chain } from '#domain/chain/port'
import type { Quote } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import { amount, evm, ppm, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwap } from '#encoding/swap/encode'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { sandboxContractsOf } from '#sandbox/pools/contracts'
import { systemClock } from '#system/clock'
import { createMemory, everyFamily as protocols } from '../chain/setup.ts'
import { createQuoteRequest } from '../trade/fixture.ts'
import { findBestSandwich, type Victim } from './bot.ts'

const count = Number(process.env['SWAPLINE_SANDWICHES'] ?? 4)
const seed = Number(process.env['SWAPLINE_SEED'] ?? 1)
const path = process.env['SWAPLINE_SANDWICH_RESULT']
const { treasury } = sandboxContractsOf(getNetworkEntry('sandbox'))

let running: RunningChain
let chain: Chain
beforeAll(async () => {
  running = await startChain()
  const network = getNetworkEntry('sandbox')
  chain = createChain({ clock: systemClock, memory: createMemory(), protocols }, { network, urls: [running.url] })
})
afterAll(() => running.stop())

/** mulberry32 */
function createRandom(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const { WETH, USDC, USDT, DAI, WBTC } = sandboxGround.tokens
/** With about a dollar's worth of each, in its smallest units. */
const traded = [
  { ...WETH, unit: 4n * 10n ** 14n },
  { ...USDC, unit: 10n ** 6n },
  { ...USDT, unit: 10n ** 6n },
  { ...DAI, unit: 10n ** 18n },
  { ...WBTC, unit: 1_600n },
]

const quoteOnce = (sell: string, buy: string, raw: bigint, slippage: number): Promise<Quote> =>
  createQuote(
    {
      clock: systemClock,
      uuid: () => crypto.randomUUID(),
      chain: async () => chain,
      quotes: { put: async () => undefined } as never,
      contracts: createDeployedContracts(),
      protocols,
      boundsSandwich: true,
    },
    createQuoteRequest(evm(sell), evm(buy), raw, { slippage: ppm(slippage), from: treasury, to: treasury }),
  )

test('one pool of a constant product, by hand', () => {
  // reserves 1,000,000 and 1,000,000, fee 0.3 %, 10,000 sold at a slippage of 1 %
  const pool = {
    venue: { protocol: 'uniswap-v2', name: 'v2', title: 'V2', factory: treasury, feesPpm: [3_000] },
    address: evm('0x00000000000000000000000000000000000000aa'),
    tokens: [evm('0x0000000000000000000000000000000000000001'), evm('0x0000000000000000000000000000000000000002')],
    feePpm: 3_000,
  } as const
  const state = { reserves: [10n ** 24n, 10n ** 24n], feePpm: 3_000 }
  const protocol = protocols.get('uniswap-v2')
  const sold = amount(10n ** 22n)
  const amountOut = protocol?.amountOut(state, { from: 0, to: 1, amountIn: sold }) ?? amount(0n)
  const move = { move: 'push', pool: pool.address, zeroForOne: true, feePpm: 3_000 } as const
  const leg = {
    pool,
    move,
    tokenIn: pool.tokens[0],
    tokenOut: pool.tokens[1],
    share32: 2 ** 32,
    amountIn: sold,
    amountOut,
  }
  const route = {
    tokenIn: pool.tokens[0],
    tokenOut: pool.tokens[1],
    amountIn: sold,
    amountOut,
    legs: [leg],
  } as unknown as Route
  const minimumOut = amount((amountOut * 99n) / 100n)
  const bound = boundSandwich(protocols, { pools: [{ pool, state }] }, route, minimumOut)
  // computed apart in integers: a front-run of 5,070.4477479809875 leaves exactly the minimum and gains 70.16248550826131
  expect(Number(bound) / 1e18).toBeGreaterThanOrEqual(70.16248550826131)
  expect(Number(bound) / 1e18).toBeLessThan(70.16248550826131 * 1.031)
})

interface Drawn {
  readonly quote: Quote
  readonly payload: Victim['payload']
  readonly what: string
}

/** A swap by chance; `undefined` if it would fail by itself. */
async function draw(random: () => number): Promise<Drawn | undefined> {
  const sell = traded[Math.floor(random() * traded.length)]
  const buy = traded[Math.floor(random() * traded.length)]
  const dollars = BigInt(Math.floor(10 ** (2 + random() * 3.7)))
  const slippage = Math.floor(10 ** (2.7 + random() * 2))
  if (sell === undefined || buy === undefined || sell === buy) return undefined
  const quote = await quoteOnce(sell.address, buy.address, dollars * sell.unit, slippage)
  const { router, minimumOut, block } = quote
  const deadline = seconds(block.time + 100_000)
  const data = encodeSwap({ quote, recipient: treasury, minimumOut, deadline })
  const payload = { from: treasury, to: router, data, value: wei(0n) }
  const [alone] = (await chain.simulateCalls([payload])) ?? []
  if (alone?.ok !== true) return undefined
  return { quote, payload, what: `${dollars} dollars of ${sell.address} for ${buy.address}, ${slippage} ppm` }
}

/** The treasury trades as swapper and as bot: whose the tokens are does not matter to the pools. */
async function approveAll(): Promise<void> {
  const rpc = createRpc(running.url)
  await rpc('anvil_impersonateAccount', treasury)
  await rpc('anvil_setBalance', treasury, `0x${(10n ** 24n).toString(16)}`)
  const data = encodeApprove(getRouter({ router: 'cancun' }).address, amount((1n << 256n) - 1n))
  for (const { address } of traded) await sendFrom(rpc, { from: treasury, to: evm(address), data })
}

test(`a bot takes at most what the quote prints, ${count} times`, { timeout: 120_000 + count * 30_000 }, async () => {
  await approveAll()
  const random = createRandom(seed)
  const shares: number[] = []
  let [tries, harmless] = [0, 0]
  while (shares.length + harmless < count) {
    const drawn = await draw(random)
    if (drawn === undefined) continue
    const { quote, what } = drawn
    const outcome = await findBestSandwich(chain, treasury, drawn, random)
    tries += outcome.tries
    expect(quote.maxSandwich, what).toBeDefined()
    const printed = Number(quote.maxSandwich)
    expect(outcome.profit, `${what}: printed ${printed}`).toBeLessThanOrEqual(printed)
    if (outcome.profit > 0) shares.push(outcome.profit / printed)
    else harmless++
  }
  expect(shares.length).toBeGreaterThan(0)
  const result = describe(shares, { tries, harmless })
  console.info(JSON.stringify(result))
  if (path !== undefined) writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
})

function describe(shares: number[], { tries, harmless }: { readonly tries: number; readonly harmless: number }) {
  shares.sort((a, b) => a - b)
  const at = (share: number) => Math.round((shares[Math.floor(share * (shares.length - 1))] ?? 0) * 1_000) / 1_000
  return {
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpus()[0]?.model}`,
    node: process.version,
    seed,
    swaps: count,
    triesOfTheBot: tries,
    worthNoAttack: harmless,
    shareOfWhatIsPrinted: { p10: at(0.1), p50: at(0.5), p90: at(0.9), max: at(1) },
  }
}
