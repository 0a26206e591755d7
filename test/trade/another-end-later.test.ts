/**
 * A swap that both of two endpoints showed mined with success; then one does not answer, and the other one says of the same block
 * that it reverted there. A block has one end: it is not reverted, and is looked up again.
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

test('a swap that two endpoints showed done has not reverted in the same block because one of them says so later', async () => {
  let late = 0
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]]))
  const clock = { ...surroundings.clock, now: () => seconds(surroundings.clock.now() + late) }
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 12 }) })({ ...surroundings, clock })
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const trader = await parts.trader()
  const wanted = createSwapRequest({ request }, { key: 'paid', guards, confirmations: 1 })
  const { intent } = await trader.swap(wanted, autoConfirm())
  expect(intent && purposeOf(intent)?.conclusion).toMatchObject({ stage: 'mined', sent: 'yes', isFinal: false })
  await rpc('evm_increaseTime', 400)
  await rpc('anvil_mine', '0x14')

  late = 400
  honest.rules([{ fault: { kind: 'reset' } }])
  liar.rules([
    forge('eth_getTransactionReceipt', ({ result }) => result && { ...(result as object), status: '0x0', logs: [] }),
  ])
  const said = purposeOf((await trader.status('paid')).intent)?.conclusion
  expect.soft({ stage: said?.stage, isFinal: said?.isFinal }).not.toEqual({ stage: 'reverted', isFinal: true })

  liar.rules([])
  honest.rules([])
  expect((await trader.status('paid')).intent.stage).toBe('confirmed') // both are honest again
  await parts.close()
}, 180_000)
