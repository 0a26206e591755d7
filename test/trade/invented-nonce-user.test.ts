/**
 * A swap was mined. One endpoint hides its receipt and shows, in its block, an invented transaction of the account with its
 * nonce; the other one lists the swap in its block, but its index of transactions lags. Who is told «replaced» sells twice.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm } from '#domain/units'
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
afterEach(() => {
  liar.rules([])
  honest.rules([])
})
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const forge = (method: string, change: (real: RpcResponse) => unknown): Rule => ({
  method,
  fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: change(real) }) },
})

test('a mined swap was not replaced because one endpoint shows an invented transaction with its nonce', async () => {
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]])),
  )
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const trader = await parts.trader()
  await rpc('evm_setAutomine', false)
  const wanted = createSwapRequest({ request }, { key: 'forged', guards, wait: false })
  const { intent } = await trader.swap(wanted, autoConfirm())
  const hash = intent && purposeOf(intent)?.hash
  await rpc('evm_setAutomine', true)
  await rpc('anvil_mine', '0x6')
  expect(await rpc<object>('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })

  const rename = (tx: unknown) =>
    typeof tx === 'object' && (tx as { hash: string }).hash === hash ? { ...tx, hash: `0x${'66'.repeat(32)}` } : tx
  const noIndex = [forge('eth_getTransactionReceipt', () => null), forge('eth_getTransactionByHash', () => null)]
  liar.rules([
    ...noIndex,
    forge('eth_getBlockByNumber', ({ result }) => {
      const block = result as { transactions: unknown[] } | null
      return block && { ...block, transactions: block.transactions.map(rename) }
    }),
  ])
  honest.rules(noIndex)
  const { intent: seen } = await trader.status('forged')
  const said = purposeOf(seen)?.conclusion
  liar.rules([])
  honest.rules([])
  const { intent: later } = await trader.status('forged') // both are honest again, and have their indexes
  expect.soft({ stage: said?.stage, sent: said?.sent }).not.toEqual({ stage: 'replaced', sent: 'no' })
  expect(later.stage).toBe('confirmed')
  await parts.close()
}, 60_000)
