/**
 * A swap waits at one endpoint, which then does not answer; the other one invents blocks of an hour past the deadline. It is not
 * void while the one that had it waiting has not shown a final block past the deadline itself.
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

test('a swap that waits at a silent endpoint is not void because the other one invents a time', async () => {
  let late = 0
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]]))
  const clock = { ...surroundings.clock, now: () => seconds(surroundings.clock.now() + late) }
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })({ ...surroundings, clock })
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const trader = await parts.trader()
  await rpc('anvil_mine', '0x5')
  await rpc('evm_setAutomine', false)
  await trader.swap(createSwapRequest({ request }, { key: 'paid', guards, wait: false }), autoConfirm())
  const { intent } = await trader.status('paid')
  expect(purposeOf(intent)?.conclusion).toMatchObject({ stage: 'submitted', sent: 'yes' })
  const { nonce = 0 } = purposeOf(intent) ?? {}

  late = 15 // of 180 seconds until the deadline
  honest.rules([{ fault: { kind: 'reset' } }])
  const later = (block: { timestamp: string }) => `0x${(Number(block.timestamp) + 10_000).toString(16)}`
  liar.rules([
    forge('eth_getTransactionReceipt', () => null),
    forge('eth_getTransactionByHash', () => null),
    forge('eth_getTransactionCount', () => `0x${nonce.toString(16)}`),
    forge('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), timestamp: later(result as never) })),
  ])
  const said = purposeOf((await trader.status('paid')).intent)?.conclusion
  expect.soft({ stage: said?.stage, sent: said?.sent }).not.toEqual({ stage: 'void', sent: 'no' })

  liar.rules([])
  honest.rules([])
  await rpc('anvil_mine', '0x5')
  expect((await trader.status('paid')).intent.stage).toBe('confirmed') // it sold
  await parts.close()
}, 180_000)
