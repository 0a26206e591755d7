/**
 * A file that two tools have signed: two hashes of one transaction, of which one at most can be mined. Both belong to one
 * step, so whichever is mined, the swap was sent.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Intent, transactionOf } from '#domain/journal/swap'
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
import { signAgain } from './sign-again.ts'

const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const sending = { confirmations: 1, timeoutSeconds: 20, wait: true, simulates: true } as const

let app: SandboxApp
let rpc: Rpc
let trader: Trader
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
  trader = await app.components.trader()
}, 120_000)
afterAll(() => app.close())

const nonceOf = async () => Number(await rpc<string>('eth_getTransactionCount', trader0, 'latest'))
const swapOf = (intent: Intent) => transactionOf(intent, 'swap')

/** The first signature is made here and kept in the journal; the second one is another tool's. */
async function signTwice(sold = 10n ** 17n): Promise<{ first: SignedTransaction; second: SignedTransaction }> {
  const request = createSwapRequest({
    request: createQuoteRequest(nativeToken, sandboxGround.tokens.DAI.address, sold),
  })
  const unsigned = await trader.buildSwap(request, trader0, autoConfirm())
  const first = await trader.signUnsigned(unsigned, { maxGas: undefined }, agree)
  const second = signAgain(first)
  expect(second.hash).not.toBe(first.hash)
  return { first, second }
}

test('sent by its second signature, it is one swap with both hashes, whichever file is sent again', async () => {
  const { first, second } = await signTwice()
  const before = await nonceOf()
  const intent = await trader.sendSigned(second, sending, autoConfirm())
  expect(swapOf(intent)).toMatchObject({ stage: 'confirmed', hash: second.hash })
  expect(swapOf(intent)?.versions.map(({ hash }) => hash)).toEqual([first.hash, second.hash])
  expect(intent.trade?.bought).toBe(intent.trade?.quotedOut)
  for (const file of [first, second]) {
    const again = await trader.sendSigned(file, sending, autoConfirm())
    expect([again.id, swapOf(again)?.hash]).toEqual([intent.id, second.hash])
  }
  expect(swapOf((await trader.status(first.hash)).intent)).toMatchObject({ stage: 'confirmed', hash: second.hash })
  expect(await nonceOf()).toBe(before + 1)
}, 60_000)

test('the second one mined from elsewhere: the first does not say that nothing was sent', async () => {
  const { first, second } = await signTwice()
  await rpc('eth_sendRawTransaction', second.raw)
  for (let i = 0; i < 3; i++) await rpc('evm_mine')
  const { intent } = await trader.status(first.hash)
  expect(swapOf(intent)?.conclusion).toMatchObject({ stage: 'replaced', sent: 'yes', isFinal: true })
  await expect(trader.sendSigned(first, sending, autoConfirm())).rejects.toMatchObject({
    code: 'REPLACED',
    context: { sent: true },
    fix: [`swapline status ${second.hash} -n sandbox     (whether it succeeded; never swap again if it did)`],
    message: expect.stringMatching(
      new RegExp(
        `^Another transaction of this account, ${second.hash}, made the same call with nonce \\d+ in block \\d+: the swap is done if that one succeeded\\.$`,
      ),
    ),
  })
  const known = await trader.sendSigned(second, sending, autoConfirm())
  expect(swapOf(known)).toMatchObject({ stage: 'confirmed', hash: second.hash })
  expect(known.trade?.bought).toBe(known.trade?.quotedOut)
}, 60_000)

test('the first one waits at a node: the second is followed with it, and not sent', async () => {
  const { first, second } = await signTwice()
  await rpc('evm_setAutomine', false)
  try {
    await trader.sendSigned(first, { ...sending, wait: false }, autoConfirm())
    const intent = await trader.sendSigned(second, { ...sending, wait: false }, autoConfirm())
    const tx = swapOf(intent)
    expect(tx).toMatchObject({ stage: 'submitted', hash: first.hash, conclusion: { mayBroadcast: false } })
    expect(tx?.versions.map(({ hash }) => hash)).toEqual([second.hash, first.hash]) // the last one is the one that is sent
    expect(tx?.observations.filter((one) => one.kind === 'broadcast').map(({ hash }) => hash)).not.toContain(
      second.hash,
    )
  } finally {
    await rpc('evm_setAutomine', true)
  }
  await rpc('evm_mine')
  expect(swapOf((await trader.status(second.hash)).intent)).toMatchObject({ hash: first.hash, mined: {} })
}, 60_000)

test('another transaction of the same nonce is none of its versions', async () => {
  const { first } = await signTwice()
  const other = await signTwice(2n * 10n ** 17n) // of equal trades within a second the calls may be equal
  expect(other.first.unsigned.nonce).toBe(first.unsigned.nonce)
  const sent = await trader.sendSigned(other.second, sending, autoConfirm())
  await expect(trader.sendSigned(first, sending, autoConfirm())).rejects.toMatchObject({ code: 'REPLACED' })
  const { intent } = await trader.status(first.hash)
  expect(intent.id).not.toBe(sent.id)
  expect(swapOf(intent)?.versions.map(({ hash }) => hash)).toEqual([first.hash])
}, 60_000)
