/**
 * A pool whose hook is called for liquidity only, on the real manager: found by the index, quoted to the unit, and traded
 * by the router, which names the hook in the pool's key.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callData, uintAt } from '#domain/calls/words'
import { evm, type Hex, networkName } from '#domain/units'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { getTestContractCode } from '#test/contracts/compile'
import { createPoolMaker, dai, uni } from '#test/indexing/pool-maker'
import { swapBy } from '#test/trade/family-swap'
import { type SandboxApp, startSandboxApp } from '#test/trade/fixture'

/** Permissions: before an initialization (13) and after liquidity was added (10). */
const hook = evm('0xfeedfeedfeedfeedfeedfeedfeedfeedfeed2400')
/** The same hook where it would also be called before swaps (7), which it cannot answer. */
const swapHook = evm('0xfeedfeedfeedfeedfeedfeedfeedfeedfeed2480')

let app: SandboxApp
let rpc: Rpc
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
})
afterAll(() => app.close())

/** `initialized()`, `added()` */
const count = async (selector: string) =>
  uintAt(await rpc<Hex>('eth_call', { to: hook, data: callData(selector) }, 'latest'), 0)

test('it brings what was quoted, and the hook is not called; one of swaps stays unused', async () => {
  // a call that creates a contract answers with its code
  const code = await rpc<Hex>('eth_call', { data: getTestContractCode('LiquidityHook') }, 'latest')
  for (const address of [hook, swapHook]) await rpc('anvil_setCode', address, code)
  const make = await createPoolMaker(rpc)
  const pool = await make.v4(200, hook)
  const unused = await make.v4(100, swapHook)
  expect(await Promise.all([count('0x158ef93e'), count('0xc8754206')])).toEqual([1n, 1n])
  const indexing = await app.components.indexing(undefined)
  await indexing.index(networkName('sandbox'))

  const { intent, quote } = await swapBy(app, rpc, ['uniswap-v4', uni, dai, 700n * 10n ** 18n])
  expect(quote?.route.legs.map(({ pool: { address, facts } }) => [address, facts?.['hooks']])).toEqual([[pool, hook]])
  expect(quote?.route.legs.map(({ pool: { address } }) => address)).not.toContain(unused)
  expect(intent?.stage).toBe('confirmed')
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
}, 120_000)
