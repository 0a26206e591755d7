/**
 * `tx cancel` of a swap that waits: one of two endpoints shows the cancellation in a block that the other one, which answers at
 * the same moment, has not come to. Until that one has, it is not cancelled.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
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
const forge = (method: string, change: (real: RpcResponse) => unknown, when?: (one: RpcRequest) => boolean): Rule => ({
  method,
  ...(when === undefined ? {} : { when }),
  fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: change(real) }) },
})

test('a swap that waits is not cancelled because one of two endpoints shows its cancellation in a block to come', async () => {
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]])),
  )
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const trader = await parts.trader()
  await rpc('evm_setAutomine', false)
  const wanted = createSwapRequest({ request }, { key: 'to-come', guards, wait: false })
  const { intent } = await trader.swap(wanted, autoConfirm())
  const tx = intent && purposeOf(intent)
  if (intent === undefined || tx === undefined) throw new Error('nothing was sent')
  const head = Number(await rpc<string>('eth_blockNumber'))
  const [number, blockHash] = [`0x${(head + 2).toString(16)}`, `0x${'77'.repeat(32)}`]
  let cancelled: unknown
  const block = (real: RpcResponse) => ({
    ...(real.result as object),
    number,
    hash: blockHash,
    transactions: [cancelled],
  })
  let newest: object | undefined
  liar.rules([
    {
      method: 'eth_getTransactionReceipt',
      fault: {
        kind: 'forge',
        answer: ({ id }, { params: [hash] }) => {
          if (hash === tx.hash) return { jsonrpc: '2.0', id, result: null }
          cancelled = hash
          const receipt = {
            ...{ transactionHash: hash, blockHash, blockNumber: number, status: '0x1', gasUsed: '0x5208' },
            ...{ effectiveGasPrice: '0x3b9aca00', logs: [] },
          }
          return { jsonrpc: '2.0', id, result: receipt }
        },
      },
    },
    forge(
      'eth_getBlockByNumber',
      (real) => {
        if (cancelled === undefined) return real.result
        if (real.result !== null) newest = block(real)
        return newest
      },
      ({ params }) => params[0] === 'latest' || params[0] === number,
    ),
    forge('eth_getTransactionCount', ({ result }) =>
      cancelled === undefined ? result : `0x${(tx.nonce + 1).toString(16)}`,
    ),
  ])
  const terms = { kind: 'cancel', bump: ppm(125_000), confirmations: 1, timeoutSeconds: 5, wait: true } as const
  const ended = await trader.replace({ ...terms, reference: 'to-come' }, autoConfirm()).catch((error) => error)
  liar.rules([])
  expect(await rpc('eth_getTransactionReceipt', cancelled)).toBeNull() // it waits
  expect(ended.code ?? ended.stage).toBe('PENDING')
  await parts.close()
}, 180_000)
