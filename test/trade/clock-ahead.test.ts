/**
 * A swap was mined. One endpoint lies (no receipt, the nonce free in every state); the honest one has no past states, and is
 * stuck by the user's clock, which is 20 minutes ahead. Its receipt counts all the same: void would be final.
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
})
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const forge = (method: string, change: (real: RpcResponse) => unknown): Rule => ({
  method,
  fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: change(real) }) },
})

test('a clock that is ahead does not make a mined swap void by the word of one endpoint', async () => {
  let ahead = 0
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]]))
  const { clock } = surroundings
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })({
    ...surroundings,
    clock: { ...clock, now: () => seconds(clock.now() + ahead) },
  })
  const trader = await parts.trader()
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  await rpc('evm_setAutomine', false)
  const wanted = createSwapRequest({ request }, { key: 'ahead', guards, wait: false })
  const { intent } = await trader.swap(wanted, autoConfirm())
  const { nonce = 0, hash } = (intent && purposeOf(intent)) ?? {}
  await rpc('evm_mine')
  await rpc('evm_increaseTime', 400)
  await rpc('anvil_mine', '0x5')
  await rpc('evm_setAutomine', true)
  expect(await rpc<object>('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })

  const free = `0x${nonce.toString(16)}`
  liar.rules([
    forge('eth_getTransactionReceipt', () => null),
    forge('eth_getTransactionByHash', () => null),
    forge('eth_getTransactionCount', () => free),
    forge('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), transactions: [] })),
  ])
  honest.rules([
    {
      method: 'eth_getTransactionCount',
      when: ({ params }) => /^0x/.test(String(params[1])),
      fault: { kind: 'error', code: -32000, message: 'missing trie node' },
    },
  ])
  ahead = 400 + 1_200 // the chain's own time went on by 400 seconds
  const { intent: seen } = await trader.status('ahead')
  const said = purposeOf(seen)?.conclusion
  liar.rules([])
  honest.rules([])
  ahead = 400
  const { intent: later } = await trader.status('ahead') // both are honest again, and so is the clock
  expect.soft({ stage: said?.stage, sent: said?.sent }).not.toEqual({ stage: 'void', sent: 'no' })
  expect(later.stage).toBe('confirmed')
  await parts.close()
}, 120_000)
