/** Swaps through ports of unproven families, for a user who enables them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { addressWord, callData, uintAt } from '#domain/calls/words'
import { type Address, evm, hex, ppm, wei } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { USDC, DAI, WETH, WBTC, USDT, wstETH } = sandboxGround.tokens
const ether = 10n ** 18n

const [steth = evm('0x'), wsteth = evm('0x')] =
  network.venues.find(({ name }) => name === 'lido')?.pools?.flatMap(({ tokens }) => tokens) ?? []

let app: SandboxApp
let parts: SandboxApp['components']
let rpc: Rpc
beforeAll(async () => {
  app = await startSandboxApp()
  parts = composeWith({})(createComposeInput(app.state, app.url, new Map([['trade.unproven', ['true']]])))
  rpc = createRpc(app.url)
  const data = hex(`0xa1903eab${addressWord(trader0)}`)
  await sendFrom(rpc, { from: trader0, to: steth, data, value: wei(40n * ether) })
})
afterAll(async () => {
  await parts.close()
  await app.close()
})

const held = async (token: Address): Promise<bigint> =>
  uintAt(await rpc('eth_call', { to: token, data: callData('0x70a08231', addressWord(trader0)) }, 'latest'), 0)

test.each([
  ['litepsm', USDC.address, DAI.address, 25_000_000_001n],
  ['litepsm', DAI.address, USDC.address, 31_000n * ether + 999_999_999n],
  ['pancake-infinity', WETH.address, USDC.address, 11n * ether],
  ['pancake-infinity', USDC.address, WETH.address, 90_000_000_001n],
  ['pancake-infinity', WETH.address, WBTC.address, 3n * ether + 1n],
  ['pancake-infinity', USDT.address, USDC.address, 70_000_000_003n],
  ['pancake-infinity', WETH.address, wstETH.address, 6n * ether + 1n],
  ['pancake-infinity', wstETH.address, WETH.address, 8n * ether + 3n],
  ['syncswap', WETH.address, USDC.address, 9n * ether],
  ['syncswap', USDC.address, WETH.address, 50_000_000_001n],
  ['syncswap', DAI.address, USDC.address, 41_000n * ether + 7n],
  ['syncswap', USDC.address, USDT.address, 60_000_000_003n],
  ['camelot-v2', WETH.address, USDC.address, 2n * ether + 1n],
  ['camelot-v2', USDC.address, WETH.address, 7_000_000_001n],
  ['dodo-v2', WETH.address, USDC.address, 4n * ether],
  ['dodo-v2', USDC.address, WETH.address, 20_000_000_001n],
  ['dodo-v2', USDC.address, USDT.address, 90_000_000_003n],
  ['dodo-v2', USDC.address, DAI.address, 33_000_000_001n],
  ['dodo-v2', WETH.address, WBTC.address, 5n * ether + 1n],
  ['fluid', USDC.address, USDT.address, 4_000_000_003n],
  ['fluid', USDC.address, DAI.address, 2_000_000_001n],
  ['fluid', WETH.address, USDC.address, 3n * ether + 1n],
  ['fluid', USDC.address, WETH.address, 900_000_001n],
  ['fluid', WBTC.address, WETH.address, 30_000_001n],
  ['maverick-v2', WETH.address, USDC.address, 8n * ether],
  ['maverick-v2', USDC.address, WETH.address, 40_000_000_001n],
  ['maverick-v2', USDT.address, USDC.address, 120_000_000_003n],
  ['maverick-v2', WETH.address, WBTC.address, 30n * ether + 1n],
  ['lido', steth, wsteth, 7n * ether + 1n],
  ['lido', steth, wsteth, 12_345_678_901n],
])('%s: %s to %s, %s', async (venue, sell, buy, raw) => {
  const trader = await parts.trader()
  const before = await held(buy)
  const request = createQuoteRequest(sell, buy, raw, { include: [venue] })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxImpact: ppm(900_000) }
  const { intent, quote } = await trader.swap(createSwapRequest({ request }, { guards }), autoConfirm())
  expect(quote?.route.legs.map(({ pool }) => pool.venue.name)).toEqual([venue])
  expect(intent?.stage).toBe('confirmed')
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
  expect(await held(buy)).toBe(before + (quote?.route.amountOut ?? 0n))
})

test('wstETH is not unwrapped: there is no route', async () => {
  const service = await parts.service()
  await expect(service.quote(createQuoteRequest(wsteth, steth, ether))).rejects.toMatchObject({
    code: expect.stringMatching('ROUTE'),
  })
})

test('they are used only on request', async () => {
  const service = await app.components.service()
  const request = createQuoteRequest(USDC.address, DAI.address, 10n ** 9n, { include: ['litepsm'] })
  await expect(service.quote(request)).rejects.toMatchObject({ code: 'LIQUIDITY_SOURCE_UNPROVEN' })
})
