/** The file of a swap that another machine has sent: here it is followed, whatever would refuse it by now. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import type { SignedTransaction } from '#domain/trade/offline'
import type { Trader } from '#domain/trade/trader'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const ether = 10n ** 18n
const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const sending = { confirmations: 1, timeoutSeconds: 20, wait: true, simulates: true } as const

let app: SandboxApp
let rpc: Rpc
let trader: Trader
let signed: SignedTransaction
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
  trader = await app.components.trader()
  const request = createSwapRequest({
    request: createQuoteRequest(nativeToken, sandboxGround.tokens.DAI.address, ether),
  })
  const unsigned = await trader.buildSwap(request, trader0, autoConfirm())
  signed = await trader.signUnsigned(unsigned, { maxGas: undefined }, agree)
})
afterAll(() => app.close())

const nonceOf = async () => Number(await rpc<string>('eth_getTransactionCount', trader0, 'latest'))

test('after its deadline, with nothing left to sell', async () => {
  await rpc('eth_sendRawTransaction', signed.raw)
  await rpc('evm_mine')
  const after = await nonceOf()
  await rpc('evm_increaseTime', 400)
  await rpc('anvil_setBalance', trader0, '0x0')
  await rpc('evm_mine')
  const intent = await trader.sendSigned(signed, sending, autoConfirm())
  expect(transactionOf(intent, 'swap')).toMatchObject({ hash: signed.hash, conclusion: { sent: 'yes' } })
  const { unsigned } = signed
  expect(intent.trade?.bought).toBe(unsigned.step === 'swap' ? unsigned.trade.quotedOut : undefined)
  expect(await nonceOf()).toBe(after)
}, 60_000)

test('bytes that are not those of its terms are told apart all the same', async () => {
  const { unsigned } = signed
  if (unsigned.step !== 'swap') throw new Error('not a swap')
  const changed = { ...signed, unsigned: { ...unsigned, trade: { ...unsigned.trade, to: unsigned.payload.to } } }
  await expect(trader.sendSigned(changed, sending, autoConfirm())).rejects.toMatchObject({
    code: 'PENDING',
    context: { txHash: signed.hash, why: expect.stringContaining('The payload does not do what was asked') },
  })
})
