/** A quote that names no account, because several have keys and none was chosen, is approved by one account, then by another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeholderSender } from '#domain/quotes/quote'
import { evm, nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { devAccounts } from '#sandbox/dev-accounts'
import { autoConfirm, createQuoteRequest, type SandboxApp, sandbox, startSandboxApp } from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

const limits = { confirmations: 1, timeoutSeconds: 20, wait: true } as const
const terms = { max: false, permit: false, reset: 'auto', ...limits } as const
const addressOf = (account: string) => devAccounts.find(({ name }) => name === account)?.address ?? evm('0x')

async function quoteOfNobody(): Promise<string> {
  const nobody = { from: placeholderSender, to: placeholderSender }
  const request = createQuoteRequest(sandboxGround.tokens.USDC.address, nativeToken, 50_000_000n, nobody)
  return (await (await app.components.service()).quote(request)).id
}

test('a quote that names no account is approved by the account that will swap it', async () => {
  const trader = await app.components.trader()
  const of = { quoteId: await quoteOfNobody() }
  expect(await trader.approve({ ...terms, account: 'dev1', of }, autoConfirm())).toMatchObject({
    allowance: 50_000_000n,
  })
  const second = await trader.approve({ ...terms, account: 'dev2', of }, autoConfirm()).catch((error: unknown) => error)
  expect(second).toMatchObject({ allowance: 50_000_000n, intent: { from: addressOf('dev2') } })
}, 60_000)

test('what is told of an account that needs no approval is not the approval of another one', async () => {
  const trader = await app.components.trader()
  const of = { quoteId: await quoteOfNobody() }
  const token = (await app.components.tokens()).list(sandbox).find(({ symbol }) => symbol === 'USDC')
  if (token === undefined) throw new Error('no USDC')
  const more = { network: sandbox, token, amount: 80_000_000n as never }
  await trader.approve({ ...terms, account: 'dev4', of: more }, autoConfirm())
  await trader.approve({ ...terms, account: 'dev3', of }, autoConfirm())
  const told = await trader.approve({ ...terms, account: 'dev4', of }, autoConfirm())
  expect(told.plan.action).toBe('none')
  expect(told.intent?.from ?? addressOf('dev4')).toBe(addressOf('dev4'))
}, 60_000)
