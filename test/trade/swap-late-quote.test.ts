/**
 * An approval for a quote that cannot be swapped any more would only cost gas, and leave an allowance behind: so none is signed
 * for one that was used, or has expired, while the user read the question.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { type Address, seconds } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
} from './fixture.ts'

const { USDC, DAI } = sandboxGround.tokens
const [, , , dev3, dev4, dev5] = devAccounts
if (dev3 === undefined || dev4 === undefined || dev5 === undefined) throw new Error('no accounts')

let app: SandboxApp
let rpc: Rpc
let components: ReturnType<ReturnType<typeof composeWith>>
let later = 0
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
  const clock = { ...systemClock, now: () => seconds(systemClock.now() + later) }
  components = composeWith({})({ ...createComposeInput(app.state, app.url), clock })
})
afterAll(async () => {
  await components.close()
  await app.close()
})

const countSent = async (from: Address) => Number(await rpc<string>('eth_getTransactionCount', from, 'latest'))

/** Swaps a stored quote; `meanwhile` happens while the user reads. */
async function swapWhile(account: string, from: Address, meanwhile: (id: string) => Promise<void>) {
  const request = createQuoteRequest(USDC.address, DAI.address, 50_000_000n, { from, to: from })
  const { id } = await (await components.service()).quote(request)
  const dialogue = { ...autoConfirm(), confirmSwap: () => meanwhile(id) }
  return (await components.trader()).swap(createSwapRequest({ id }, { account }), dialogue)
}

test('no approval is sent for a quote that was used while the user read the question', async () => {
  const use = async (quoteId: string) => {
    const payload = { quoteId: quoteId as never, deadlineSeconds: 180, estimateGas: false }
    await (await components.service()).buildPayload(payload)
  }
  await expect(swapWhile('dev3', dev3.address, use)).rejects.toMatchObject({ code: 'QUOTE_CONSUMED' })
  expect(await countSent(dev3.address)).toBe(0)
})

test('no approval is sent for a quote that expired while the user read the question', async () => {
  const wait = async () => {
    later = 400
  }
  await expect(swapWhile('dev4', dev4.address, wait)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  later = 0
  expect(await countSent(dev4.address)).toBe(0)
})

test('one of the command itself that expired meanwhile is requested again, and its approval is sent', async () => {
  const request = createQuoteRequest(USDC.address, DAI.address, 50_000_000n, { from: dev5.address, to: dev5.address })
  const wait = async () => {
    later = 400
  }
  const dialogue = { ...autoConfirm(), confirmSwap: wait }
  const { intent } = await (await components.trader()).swap(
    createSwapRequest({ request }, { account: 'dev5', deadlineSeconds: 900 }),
    dialogue,
  )
  later = 0
  expect(intent?.transactions.map(({ step }) => step)).toEqual(['approve', 'swap'])
  expect(await countSent(dev5.address)).toBe(2)
})
