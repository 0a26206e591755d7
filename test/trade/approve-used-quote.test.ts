/** A quote is looked at once more before each transaction of its approval: a question or a block may take long. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ApproveRequest } from '#domain/trade/trader'
import { type Address, type Amount, amount, seconds } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
} from './fixture.ts'

const { USDC, USDT, DAI } = sandboxGround.tokens
const [, , , dev3, dev4] = devAccounts
if (dev3 === undefined || dev4 === undefined) throw new Error('no accounts')

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

const quote = async (sell: Address, from: Address) =>
  (await components.service()).quote(createQuoteRequest(sell, DAI.address, 50_000_000n, { from, to: from }))

const approve = async (account: string, of: ApproveRequest['of'], dialogue: Dialogue, more = {}) =>
  (await components.trader()).approve(
    {
      account,
      of,
      max: false,
      permit: false,
      reset: 'auto',
      confirmations: 1,
      timeoutSeconds: 30,
      wait: true,
      ...more,
    },
    dialogue,
  )

test('a quote that was used while the user read the question is not approved', async () => {
  const { id } = await quote(USDC.address, dev3.address)
  const dialogue = {
    ...autoConfirm(),
    confirmApproval: async () => {
      const payload = { quoteId: id, deadlineSeconds: 180, estimateGas: false }
      await (await components.service()).buildPayload(payload)
    },
  }
  await expect(approve('dev3', { quoteId: id }, dialogue)).rejects.toMatchObject({ code: 'QUOTE_CONSUMED' })
  expect(await countSent(dev3.address)).toBe(0)
})

test('a quote that expired between the reset of an allowance and its approval is not approved', async () => {
  const token = (await components.tokens()).list(sandbox).find(({ symbol }) => symbol === 'USDT')
  if (token === undefined) throw new Error('no USDT')
  await approve('dev4', { network: sandbox, token, amount: amount(5n) }, autoConfirm())
  const { id } = await quote(USDT.address, dev4.address)
  let signed = 0
  const dialogue = {
    ...autoConfirm(),
    beforeSigning: async () => {
      signed += 1
      if (signed === 2) later = 400
    },
  }
  await expect(approve('dev4', { quoteId: id }, dialogue)).rejects.toMatchObject({
    code: 'QUOTE_EXPIRED',
    context: { sent: true },
  })
  later = 0
  expect(signed).toBe(2)
  expect(await countSent(dev4.address)).toBe(2) // the approval of 5 units, and the reset
})

test('an approval is not built for a file where the router may take as much already: it would lower that', async () => {
  const owner = devAccounts[5]?.address
  if (owner === undefined) throw new Error('no dev5')
  const { id, sell: token } = await quote(USDC.address, owner)
  await approve('dev5', { network: sandbox, token, amount: amount(80_000_000n) }, autoConfirm())
  const trader = await components.trader()
  const build = (of: { readonly quoteId: string } | { readonly token: typeof token; readonly amount: Amount }) =>
    trader.buildApproval({ ...of, from: owner, nonce: undefined, timeoutSeconds: 30 }, autoConfirm())
  for (const of of [{ quoteId: id }, { token, amount: amount(80_000_000n) }])
    await expect(build(of)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('may take 80 USDC already'),
    })
  expect((await build({ token, amount: amount(80_000_001n) })).amount).toBe(80_000_001n)
  expect((await build({ token, amount: amount(0n) })).amount).toBe(0n) // it is what takes an allowance back
})
