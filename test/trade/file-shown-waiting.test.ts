/**
 * The file of a swap that no node was ever given, which one of two endpoints shows as waiting. The same signed bytes can only act
 * once, so they are sent all the same: to every endpoint.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { transactionOf } from '#domain/journal/swap'
import type { SignedTransaction } from '#domain/trade/offline'
import type { Trader } from '#domain/trade/trader'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

const ether = 10n ** 18n
const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const sending = { confirmations: 1, timeoutSeconds: 1, wait: false, simulates: true } as const

let both: TwoEndpoints
let { app, liar, honest } = {} as TwoEndpoints
let rpc: Rpc
beforeAll(async () => {
  both = await startTwoEndpoints()
  ;({ app, liar, honest } = both)
  rpc = createRpc(app.url)
})
afterAll(() => both.close())
beforeEach(() => rpc('evm_setAutomine', false))
afterEach(async () => {
  liar.rules([])
  await rpc('evm_mine')
  await rpc('evm_setAutomine', true)
})

async function signSwap(): Promise<SignedTransaction> {
  const cold = await app.components.trader()
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.DAI.address, ether)
  const unsigned = await cold.buildSwap(createSwapRequest({ request }), trader0, autoConfirm())
  return cold.signUnsigned(unsigned, { maxGas: undefined }, agree)
}

/** It is said to wait, and the bytes that are sent there are taken and dropped. */
const claimWaiting = ({ hash }: SignedTransaction): void =>
  liar.rules(
    (
      [
        ['eth_getTransactionByHash', { hash, blockHash: null, blockNumber: null }],
        ['eth_sendRawTransaction', hash],
      ] as const
    ).map(([method, result]) => ({
      method,
      fault: { kind: 'forge', answer: ({ id }: { readonly id: number }) => ({ jsonrpc: '2.0' as const, id, result }) },
    })),
  )

async function withTrader<T>(home: string, work: (trader: Trader) => Promise<T>): Promise<T> {
  const hot = composeWith({})(
    createComposeInput(`${app.state}/${home}`, app.url, new Map([['rpcUrl', [liar.url, honest.url]]])),
  )
  try {
    return await work(await hot.trader())
  } finally {
    await hot.close()
  }
}

const knows = async ({ hash }: SignedTransaction) =>
  (await rpc<{ readonly hash: string } | null>('eth_getTransactionByHash', hash)) !== null

test('it is sent, and mined', async () => {
  const signed = await signSwap()
  claimWaiting(signed)
  const intent = await withTrader('first', (trader) => trader.sendSigned(signed, sending, autoConfirm()))
  expect(transactionOf(intent, 'swap')?.conclusion).toMatchObject({ stage: 'submitted', sent: 'yes' })
  expect(await knows(signed)).toBe(true)
  await rpc('evm_mine')
  expect(await rpc<object>('eth_getTransactionReceipt', signed.hash)).toMatchObject({ status: '0x1' })
}, 120_000)

test('once more, after the node that had it has dropped it', async () => {
  const signed = await signSwap()
  await withTrader('again', async (trader) => {
    await trader.sendSigned(signed, sending, autoConfirm())
    await rpc('anvil_dropTransaction', signed.hash)
    expect(await knows(signed)).toBe(false)
    claimWaiting(signed)
    await trader.sendSigned(signed, sending, autoConfirm())
  })
  expect(await knows(signed)).toBe(true)
}, 120_000)

test('what would be refused now is not sent, and is not said to be unsent', async () => {
  const signed = await signSwap()
  claimWaiting(signed)
  const balance = await rpc<string>('eth_getBalance', trader0, 'latest')
  await rpc('anvil_setBalance', trader0, '0x1')
  const intent = await withTrader('poor', (trader) => trader.sendSigned(signed, sending, autoConfirm()))
  expect(transactionOf(intent, 'swap')?.conclusion).toMatchObject({ stage: 'submitted', sent: 'yes' })
  expect(await knows(signed)).toBe(false)
  await rpc('anvil_setBalance', trader0, balance)
}, 120_000)
