/**
 * Of two endpoints, the one that denies a mined swap answers at once, and the honest one only after the moments that others get.
 * For what ends a step for good every endpoint is waited for as long as its calls may take.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm, seconds } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { RpcResponse, Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
let { app, liar, honest } = {} as TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
  ;({ app, liar, honest } = both)
}, 120_000)
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const forge = (method: string, change: (real: RpcResponse) => unknown): Rule => ({
  method,
  fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: change(real) }) },
})

test('a mined swap is not void because the endpoint that lies is faster than the honest one', async () => {
  let late = 0
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]]))
  const clock = { ...surroundings.clock, now: () => seconds(surroundings.clock.now() + late) }
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 12 }) })({ ...surroundings, clock })
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const trader = await parts.trader()
  await rpc('evm_setAutomine', false)
  const wanted = createSwapRequest({ request }, { key: 'paid', guards, wait: false })
  const { intent } = await trader.swap(wanted, autoConfirm())
  const { nonce = 0 } = (intent && purposeOf(intent)) ?? {}
  await rpc('evm_mine')
  await rpc('evm_increaseTime', 400)
  await rpc('anvil_mine', '0x14')

  late = 400
  honest.rules([{ fault: { kind: 'delay', milliseconds: 3_000 } }])
  liar.rules([
    forge('eth_getTransactionReceipt', () => null),
    forge('eth_getTransactionByHash', () => null),
    forge('eth_getTransactionCount', () => `0x${nonce.toString(16)}`),
    forge('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), transactions: [] })),
  ])
  const said = purposeOf((await trader.status('paid')).intent)?.conclusion
  expect.soft({ stage: said?.stage, sent: said?.sent }).not.toEqual({ stage: 'void', sent: 'no' })

  liar.rules([])
  honest.rules([])
  expect((await trader.status('paid')).intent.stage).toBe('confirmed') // both are honest again
  await parts.close()
}, 180_000)
