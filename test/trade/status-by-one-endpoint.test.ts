/**
 * `status <hash>` of a transaction that is in no journal: one of two endpoints shows it in a block of its own invention, below a
 * head that it claims; the other one has not come to that block and has the transaction waiting.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, sandbox, trader0 } from './fixture.ts'
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

test('a transaction that waits is not confirmed because one of two endpoints shows it below a head of its own', async () => {
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]])),
  )
  const { address: usdc } = sandboxGround.tokens.USDC
  const request = createQuoteRequest(nativeToken, usdc, 10n ** 16n, { slippage: ppm(100_000) })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const trader = await parts.trader()
  await rpc('evm_setAutomine', false)
  const wanted = createSwapRequest({ request }, { key: 'to-come', guards, wait: false })
  const { intent } = await trader.swap(wanted, autoConfirm())
  const tx = intent && purposeOf(intent)
  if (intent === undefined || tx === undefined) throw new Error('nothing was sent')
  const head = Number(await rpc<string>('eth_blockNumber'))
  const [number, blockHash] = [`0x${(head + 1).toString(16)}`, `0x${'77'.repeat(32)}`]
  const claimed = `0x${(head + 100).toString(16)}`
  const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const log = {
    ...{ address: usdc, topics: [transfer, word(usdc), word(trader0)], data: `0x${'0'.repeat(48)}00000fffffffffff` },
    ...{ transactionHash: tx.hash, blockHash, blockNumber: number, logIndex: '0x0', transactionIndex: '0x0' },
  }
  let newest: object | undefined
  liar.rules([
    forge('eth_getTransactionReceipt', () => ({
      ...{ transactionHash: tx.hash, blockHash, blockNumber: number, status: '0x1', gasUsed: '0x5208' },
      ...{ effectiveGasPrice: '0x3b9aca00', logs: [log] },
    })),
    forge(
      'eth_getBlockByNumber',
      (real) => {
        newest = { ...(real.result as object), number: claimed, hash: `0x${'78'.repeat(32)}` }
        return newest
      },
      ({ params }) => params[0] === 'latest',
    ),
    forge(
      'eth_getBlockByNumber',
      () => ({ ...newest, number, hash: blockHash, transactions: [tx.hash] }),
      ({ params }) => params[0] === number,
    ),
    forge('eth_getTransactionCount', () => `0x${(tx.nonce + 1).toString(16)}`),
  ])
  const seen = await trader.transaction(sandbox, tx.hash, 12)
  liar.rules([])
  expect(await rpc('eth_getTransactionReceipt', tx.hash)).toBeNull() // it waits
  expect({ stage: seen?.stage, depth: seen?.depth, bought: seen?.bought }).toEqual({
    stage: 'submitted',
    depth: 0,
    bought: undefined,
  })
  await parts.close()
}, 180_000)
