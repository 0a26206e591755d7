/**
 * A swap waits; one of two endpoints shows it in a block that the other one, which answers at the same moment, has not come to.
 * Until that one has, `swap` keeps waiting.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { RpcRequest, RpcResponse, Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'
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

test('a swap that waits is not mined because one of two endpoints shows it in a block to come', async () => {
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
  const [number, blockHash] = [`0x${(head + 2).toString(16)}`, `0x${'77'.repeat(32)}`]
  const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const log = {
    ...{ address: usdc, topics: [transfer, word(usdc), word(trader0)], data: `0x${'0'.repeat(48)}00000fffffffffff` },
    ...{ transactionHash: tx.hash, blockHash, blockNumber: number, logIndex: '0x0', transactionIndex: '0x0' },
  }
  const block = (real: RpcResponse) => ({
    ...(real.result as object),
    number,
    hash: blockHash,
    transactions: [tx.hash],
  })
  let newest: object | undefined
  liar.rules([
    forge('eth_getTransactionReceipt', () => ({
      ...{ transactionHash: tx.hash, blockHash, blockNumber: number, status: '0x1', gasUsed: '0x5208' },
      ...{ effectiveGasPrice: '0x3b9aca00', logs: [log] },
    })),
    forge(
      'eth_getBlockByNumber',
      (real) => {
        if (real.result !== null) newest = block(real)
        return newest
      },
      ({ params }) => params[0] === 'latest' || params[0] === number,
    ),
    forge('eth_getTransactionCount', () => `0x${(tx.nonce + 1).toString(16)}`),
  ])
  const ended = await trader
    .follow(intent, { confirmations: 1, timeoutSeconds: 5 }, autoConfirm())
    .catch((error) => error)
  liar.rules([])
  expect(await rpc('eth_getTransactionReceipt', tx.hash)).toBeNull() // it waits
  expect(ended.code ?? { stage: ended.stage, bought: ended.trade.bought }).toBe('PENDING')
  await parts.close()
}, 180_000)
