/**
 * `tx cancel` of a swap from a file that was sent from elsewhere dies between storing the cancellation and sending it. The
 * cancellation was never in a file, so the next run sends it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import { nativeToken, ppm } from '#domain/units'
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

const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }

let app: SandboxApp
let rpc: Rpc
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
}, 120_000)
afterAll(() => app.close())

/** Dies as soon as bytes are stored, before they are sent. */
const dying: Dialogue = {
  ...autoConfirm(),
  tell: ({ what }) => {
    if (what === 'signed') throw new Error('killed')
  },
}
const cancel = { kind: 'cancel', bump: ppm(125_000), confirmations: 1, timeoutSeconds: 6, wait: true } as const

async function hashesAtNode(): Promise<readonly string[]> {
  const { pending } = await rpc<{ pending: Record<string, Record<string, { hash: string }>> }>('txpool_content')
  return Object.values(pending).flatMap((all) => Object.values(all).map(({ hash }) => hash))
}

test('the cancellation of a file that died before it was sent is sent by the next run', async () => {
  const trader = await app.components.trader()
  const request = createSwapRequest({
    request: createQuoteRequest(nativeToken, sandboxGround.tokens.DAI.address, 10n ** 17n),
  })
  const unsigned = await trader.buildSwap(request, trader0, autoConfirm())
  const signed = await trader.signUnsigned(unsigned, { maxGas: undefined }, agree)
  await rpc('evm_setAutomine', false)
  await rpc('eth_sendRawTransaction', signed.raw) // from elsewhere
  await expect(trader.replace({ ...cancel, reference: signed.hash }, dying)).rejects.toThrow('killed')
  const { intent } = await trader.status(signed.hash)
  const versions = transactionOf(intent, 'swap')?.versions ?? []
  expect(versions.map(({ kind }) => kind)).toEqual(['original', 'cancel'])
  expect(await hashesAtNode()).toEqual([signed.hash])

  await trader.follow(intent, { confirmations: 1, timeoutSeconds: 8 }, autoConfirm()).catch(() => undefined)
  expect.soft(await hashesAtNode()).toEqual([versions[1]?.hash])
  await rpc('evm_mine')
  expect((await trader.status(signed.hash)).intent.stage).toBe('cancelled')
}, 180_000)
