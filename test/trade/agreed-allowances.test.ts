/** What happens to an allowance while a person reads the screen, and what they then have agreed to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { Dialogue, SwapTerms } from '#domain/trade/dialogue'
import type { SwapRequest, Trader } from '#domain/trade/trader'
import { type Address, amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove, readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { devAccounts } from '#sandbox/dev-accounts'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
} from './fixture.ts'

const { USDC, DAI } = sandboxGround.tokens
const usd = 10n ** 6n
const router = getRouter({ router: 'cancun' }).address

let app: SandboxApp
let trader: Trader
beforeAll(async () => {
  app = await startSandboxApp()
  trader = await app.components.trader()
})
afterAll(() => app.close())

const addressOf = (account: string): Address => {
  const found = devAccounts.find(({ name }) => name === account)
  if (found === undefined) throw new Error(`no ${account}`)
  return found.address
}

async function allowanceOf(account: string): Promise<bigint> {
  const read = readAllowance(USDC.address, addressOf(account), router)
  return BigInt(await createRpc(app.url)<string>('eth_call', { to: read.to, data: read.data }, 'latest'))
}

function swap(
  account: string,
  raw: bigint,
  dialogue: Dialogue = autoConfirm(),
  requote: SwapRequest['requote'] = 'auto',
) {
  const owner = addressOf(account)
  const request = createQuoteRequest(USDC.address, DAI.address, raw, { from: owner, to: owner })
  return trader.swap(createSwapRequest({ request }, { account, timeoutSeconds: 60, requote }), dialogue)
}

async function approve(account: string, raw: bigint): Promise<void> {
  const token = (await app.components.tokens()).list(sandbox).find(({ symbol }) => symbol === 'USDC')
  if (token === undefined) throw new Error('no USDC')
  const of = { network: sandbox, token, amount: amount(raw) }
  const how = { max: false, permit: false, reset: 'auto', confirmations: 1, timeoutSeconds: 30, wait: true } as const
  await trader.approve({ account, of, ...how }, autoConfirm())
}

/** Reads each screen for as long as `answer` takes; the terms of all of them are in `shown`. */
function reader(answer: (count: number) => Promise<unknown>): Dialogue & { readonly shown: SwapTerms[] } {
  const shown: SwapTerms[] = []
  const confirmSwap = async (_: unknown, terms: SwapTerms) => {
    shown.push(terms)
    await answer(shown.length)
  }
  return { ...autoConfirm(), shown, confirmSwap }
}

const stepsOf = (intent: Intent | undefined) => intent?.transactions.map(({ step }) => step)
const statusOf = (intent: Intent | undefined) => intent && transactionOf(intent, 'swap')?.stage

test('a person who reads holds up no other command of the account', async () => {
  const reading = reader(async () => {
    const other = await swap('dev1', 50n * usd)
    expect(statusOf(other.intent)).toBe('confirmed')
  })
  const { intent } = await swap('dev1', 100n * usd, reading)
  expect(statusOf(intent)).toBe('confirmed')
  expect(reading.shown).toHaveLength(1)
  expect(await allowanceOf('dev1')).toBe(0n)
})

test('an approval that became necessary meanwhile is asked about, and what was agreed to is signed', async () => {
  await approve('dev2', 100n * usd)
  const reading = reader(async (count) => count === 1 && swap('dev2', 40n * usd))
  const { intent } = await swap('dev2', 100n * usd, reading)
  expect(reading.shown.map(({ approval }) => approval && [approval.action, approval.before, approval.after])).toEqual([
    undefined,
    ['approve', 60_000_000n, 100_000_000n],
  ])
  expect(stepsOf(intent)).toEqual(['approve', 'swap'])
  expect(statusOf(intent)).toBe('confirmed')
  expect(await allowanceOf('dev2')).toBe(0n)
})

test('no to that second question sends nothing', async () => {
  await approve('dev3', 100n * usd)
  const reading = reader(async (count) => {
    if (count === 2) throw fail('DECLINED', {})
    await swap('dev3', 100n * usd)
  })
  await expect(swap('dev3', 100n * usd, reading)).rejects.toMatchObject({ code: 'DECLINED' })
  expect(reading.shown).toHaveLength(2)
  // the approval before the test, and the other swap
  expect(await createRpc(app.url)('eth_getTransactionCount', addressOf('dev3'), 'latest')).toBe('0x2')
  expect(await allowanceOf('dev3')).toBe(0n)
})

test('an approval that became unnecessary is not made, and not asked about again', async () => {
  const reading = reader(() => approve('dev4', 100n * usd))
  const { intent } = await swap('dev4', 100n * usd, reading)
  expect(reading.shown.map(({ approval }) => approval?.action)).toEqual(['approve'])
  expect(stepsOf(intent)).toEqual(['swap'])
  expect(await allowanceOf('dev4')).toBe(0n)
})

test('an allowance that another wallet takes away after the approval is asked about and approved again', async () => {
  const rpc = createRpc(app.url)
  const from = addressOf('dev5')
  await rpc('anvil_impersonateAccount', from)
  const reading = reader(
    async (count) => count === 2 && sendFrom(rpc, { from, to: USDC.address, data: encodeApprove(router, amount(0n)) }),
  )
  const { intent } = await swap('dev5', 100n * usd, reading, 'ask')
  expect(statusOf(intent)).toBe('confirmed')
  expect(reading.shown.map(({ approval }) => approval?.action)).toEqual(['approve', undefined, 'approve', undefined])
  // approved, taken away by the other wallet, approved again, swapped
  expect(await rpc('eth_getTransactionCount', from, 'latest')).toBe('0x4')
  expect(await allowanceOf('dev5')).toBe(0n)
})
