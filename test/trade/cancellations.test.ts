/** What a cancellation leaves behind, and what it must not be mistaken for. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { composeWith } from '#compose'
import type { Clock } from '#domain/clock'
import { fail, SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { type Intent, type JournalTx, type Step, transactionOf } from '#domain/journal/swap'
import type { Dialogue, Progress } from '#domain/trade/dialogue'
import type { ReplaceRequest } from '#domain/trade/replacement'
import type { SwapRequest } from '#domain/trade/trader'
import { type Address, amount, nativeToken, ppm, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
} from './fixture.ts'

let app: SandboxApp
let parts: Parts
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())
beforeEach(() => {
  late = 0
  parts = partsWith()
})
afterEach(async () => {
  await parts.close()
  await rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
  await rpc('evm_mine')
  await rpc('evm_setAutomine', true)
})

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
/** By how many seconds the program's clock is ahead of the machine's. */
let late = 0
const clock: Clock = { ...systemClock, now: () => seconds(systemClock.now() + late) }
type Parts = ReturnType<typeof partsWith>
const partsWith = (journal: (journal: Journal) => Journal = (kept) => kept) =>
  composeWith({ journal, network: (entry) => ({ ...entry, confirmations: 3 }) })({
    ...createComposeInput(app.state, app.url),
    clock,
  })

const { USDC, DAI } = sandboxGround.tokens
const usd = 10n ** 6n
const router = getRouter({ router: 'cancun' }).address
const addressOf = (account: string): Address => {
  const found = devAccounts.find(({ name }) => name === account)
  if (found === undefined) throw new Error(`no ${account}`)
  return found.address
}
const requestOf = (account: string, key: string, more: Partial<SwapRequest> = {}, sell = USDC.address): SwapRequest => {
  const owner = addressOf(account)
  const raw = sell === nativeToken ? 10n ** 16n : 100n * usd
  const request = createQuoteRequest(sell, DAI.address, raw, { from: owner, to: owner })
  return createSwapRequest({ request }, { account, key, timeoutSeconds: 30, ...more })
}
const replacing = (reference: string, kind: ReplaceRequest['kind']): ReplaceRequest => ({
  ...{ reference, kind, bump: ppm(125_000), confirmations: 1, timeoutSeconds: 30, wait: false },
})
const refusal = (work: Promise<unknown>): Promise<SwapError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => (error instanceof SwapError ? error : Promise.reject(error)),
  )
const statusOf = async (reference: string): Promise<Intent> => (await (await parts.trader()).status(reference)).intent
async function approve(account: string, raw: bigint, dialogue: Dialogue, timeoutSeconds = 30) {
  const token = (await parts.tokens()).list(sandbox).find(({ address }) => address === USDC.address)
  if (token === undefined) throw new Error('no USDC')
  const of = { network: sandbox, token, amount: amount(raw) }
  const limits = { confirmations: 1, timeoutSeconds, wait: true } as const
  return (await parts.trader()).approve({ account, of, max: false, permit: false, reset: 'auto', ...limits }, dialogue)
}
/** An approval of 100 USDC that a node has and no block takes. @returns its intent */
async function leaveApproval(account: string): Promise<Intent> {
  await rpc('evm_setAutomine', false)
  const pending = await refusal(approve(account, 100n * usd, autoConfirm(), 1))
  expect(pending.code).toBe('PENDING')
  return statusOf(pending.context.swapId ?? '')
}
/** Agrees to everything, and tells whether it was said to wait for another command's allowance. */
function createWaiting(): { readonly dialogue: Dialogue; readonly waits: () => boolean } {
  const dialogue = autoConfirm()
  return { dialogue, waits: () => dialogue.heard.includes('allowance-wait') }
}
const stepOf = (intent: Intent, step: Step): JournalTx => {
  const tx = transactionOf(intent, step)
  if (tx === undefined) throw new Error(`no ${step}`)
  return tx
}
/** A miner that had an earlier version: it is mined, and not the newest one. */
async function mineOriginal({ versions: [{ raw }, ...later] }: JournalTx): Promise<void> {
  for (const { hash } of later) await rpc('anvil_dropTransaction', hash)
  await rpc('eth_sendRawTransaction', raw)
  await rpc('evm_mine')
}
/** A swap that no block takes, after its approval was mined. @returns how it ends */
async function leaveAfterApproval(account: string, key: string): Promise<{ readonly ended: Promise<SwapError> }> {
  let asked = 0
  const dialogue: Dialogue = {
    ...autoConfirm(),
    confirmSwap: async () => {
      if (++asked === 2) await rpc('evm_setAutomine', false) // asked again, after the approval
    },
  }
  const ended = refusal((await parts.trader()).swap(requestOf(account, key, { requote: 'ask' }), dialogue))
  await vi.waitFor(async () => expect(stepOf(await statusOf(key), 'swap').stage).toBe('submitted'), 20_000)
  return { ended }
}

test('a swap that waits for an approval goes on when that is cancelled', async () => {
  const { id } = await leaveApproval('dev1')
  const trader = await parts.trader()
  const { dialogue, waits } = createWaiting()
  const swapped = trader.swap(requestOf('dev1', 'waiting'), dialogue)
  await vi.waitFor(() => expect(waits()).toBe(true), 20_000)
  await trader.replace(replacing(id, 'cancel'), autoConfirm())
  await rpc('evm_mine')
  await rpc('evm_setAutomine', true)
  const { intent } = await swapped
  expect(intent?.transactions.map(({ step }) => step)).toEqual(['approve', 'swap'])
  expect((await statusOf(id)).stage).toBe('cancelled')
})

test('an approval that is being cancelled is waited for before the allowance is called 0', async () => {
  const { id } = await leaveApproval('dev2')
  const cancelled = await (await parts.trader()).replace(replacing(id, 'cancel'), autoConfirm())
  const { dialogue, waits } = createWaiting()
  const revoked = approve('dev2', 0n, dialogue)
  await vi.waitFor(() => expect(waits()).toBe(true), 20_000)
  await mineOriginal(stepOf(cancelled, 'approve'))
  await rpc('evm_setAutomine', true)
  expect(await revoked).toMatchObject({ plan: { action: 'revoke', before: 100n * usd }, allowance: 0n })
})

test('a cancelled swap names the allowance that it leaves, to both commands', async () => {
  const { ended } = await leaveAfterApproval('dev3', 'left')
  const told: Progress[] = []
  const dialogue: Dialogue = { ...autoConfirm(), tell: (progress) => void told.push(progress) }
  const cancelling = (await parts.trader()).replace({ ...replacing('left', 'cancel'), wait: true }, dialogue)
  await vi.waitFor(() => expect(told.map(({ what }) => what)).toContain('sent'), 20_000)
  await rpc('evm_mine')
  const leftover = {
    token: USDC.address,
    spender: router,
    allowance: 100n * usd,
    command: 'swapline revoke USDC -n sandbox -a dev3',
  }
  const failure = await ended
  expect(failure).toMatchObject({ code: 'CANCELLED', context: { leftover } })
  expect(failure.message).toContain('Only its gas was spent, unless the chain is reorganized: it is not final yet.')
  const id = failure.context.swapId
  expect(failure.fix).toEqual([
    `swapline status ${id} --watch     (never swap again before that is final)`,
    leftover.command,
  ])
  expect((await cancelling).stage).toBe('cancelled')
  const named = { ...leftover, command: `swapline revoke USDC -n sandbox -a ${addressOf('dev3')}` }
  expect(told.find(({ what }) => what === 'leftover')).toMatchObject({ leftover: named })

  for (let block = 0; block < 2; block++) await rpc('evm_mine')
  expect(stepOf(await statusOf('left'), 'swap').conclusion.isFinal).toBe(true)
  const again = await refusal((await parts.trader()).swap(requestOf('dev3', 'left'), autoConfirm()))
  expect(again.fix[0]).toBe('make a new quote; the old transaction can no longer be mined')
})

test('an approval that took the place of a cancelled one is named as well', async () => {
  await rpc('evm_setAutomine', false)
  const trader = await parts.trader()
  const first = refusal(trader.swap(requestOf('dev9', 'twice'), autoConfirm()))
  await vi.waitFor(async () => expect(stepOf(await statusOf('twice'), 'approve').stage).toBe('submitted'), 20_000)
  await trader.replace(replacing('twice', 'cancel'), autoConfirm())
  await rpc('evm_mine')
  expect(await first).toMatchObject({ code: 'CANCELLED' })
  await rpc('evm_setAutomine', true)
  let asked = 0
  const declining: Dialogue = {
    ...autoConfirm(),
    confirmSwap: async () => {
      if (++asked === 2) throw fail('DECLINED', {})
    },
  }
  const leftover = { allowance: 100n * usd, command: 'swapline revoke USDC -n sandbox -a dev9' }
  const declined = await refusal(trader.swap(requestOf('dev9', 'twice', { requote: 'ask' }), declining))
  expect(declined).toMatchObject({ code: 'DECLINED', context: { sent: true, leftover } })
  const named = await trader.outcome(declined.context.swapId ?? (await statusOf('twice')).id, fail('INTERRUPTED', {}))
  expect(named.context.leftover).toMatchObject({ allowance: 100n * usd })
})

test('a hash names the transaction to replace, not another one of the same swap', async () => {
  const { ended } = await leaveAfterApproval('dev4', 'named')
  const approval = stepOf(await statusOf('named'), 'approve')
  expect(approval.conclusion.isFinal).toBe(false)
  const trader = await parts.trader()
  expect(await refusal(trader.replace(replacing(approval.hash, 'cancel'), autoConfirm()))).toMatchObject({
    code: 'NOT_REPLACEABLE',
    context: { txHash: approval.hash },
  })
  expect(stepOf(await statusOf('named'), 'swap').versions).toHaveLength(1)
  await rpc('evm_mine')
  await ended.catch(() => undefined)
})

test('a swap whose deadline passed while its account was locked is not signed', async () => {
  await parts.close()
  parts = partsWith((journal) => ({
    ...journal,
    highestNonce: (...given) => {
      late = 1_000 // the machine slept
      return journal.highestNonce(...given)
    },
  }))
  const before = await rpc('eth_getTransactionCount', addressOf('dev5'), 'pending')
  const swapped = (await parts.trader()).swap(requestOf('dev5', 'slept', {}, nativeToken), autoConfirm())
  expect(await refusal(swapped)).toMatchObject({ code: 'DEADLINE_PASSED', exit: 8, context: { sent: false } })
  expect((await statusOf('slept')).transactions).toEqual([])
  expect(await rpc('eth_getTransactionCount', addressOf('dev5'), 'pending')).toBe(before)
})

test('bytes that were dropped are not sent again on a nonce that a later transaction waits on', async () => {
  await rpc('anvil_setNextBlockBaseFeePerGas', '0x2540be400') // 10 gwei: what is signed now outbids what follows
  await rpc('evm_mine')
  const { id } = await leaveApproval('dev6')
  const { hash, nonce } = stepOf(await statusOf(id), 'approve')
  await rpc('anvil_dropTransaction', hash)
  await rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
  await rpc('evm_mine')
  late = 1_000 // so long ago that its nonce was taken by the next one
  const trader = await parts.trader()
  const { intent: later } = await trader.swap(requestOf('dev6', 'later', { wait: false }, nativeToken), autoConfirm())
  if (later === undefined) throw new Error('nothing was sent')
  expect(stepOf(later, 'swap').nonce).toBe(nonce)
  const following = trader.follow(await statusOf(id), { confirmations: 1, timeoutSeconds: 3 }, autoConfirm())
  expect((await refusal(following)).code).toBe('OUTCOME_UNKNOWN')
  await rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
  await rpc('evm_mine')
  expect((await statusOf('later')).stage).toBe('mined')
  expect((await statusOf(id)).stage).toBe('replaced')
})

test('a cancellation that a reorganization undoes ends nothing: the swap that is mined instead is told', async () => {
  await rpc('evm_setAutomine', false)
  const trader = await parts.trader()
  await trader.swap(requestOf('dev8', 'undone', { wait: false }, nativeToken), autoConfirm())
  const fork = await rpc('evm_snapshot')
  const cancelled = await trader.replace(replacing('undone', 'cancel'), autoConfirm())
  await rpc('evm_mine')
  expect((await statusOf('undone')).stage).toBe('cancelled')
  expect(await rpc('evm_revert', fork)).toBe(true)
  await mineOriginal(stepOf(cancelled, 'swap'))
  await rpc('evm_mine')
  const after = await statusOf('undone')
  expect([after.stage, stepOf(after, 'swap').kind]).toEqual(['mined', 'original'])
  expect(after.trade?.bought).toBeGreaterThan(0n)
  const again = await trader.swap(requestOf('dev8', 'undone', { wait: false }, nativeToken), autoConfirm())
  expect(stepOf(again.intent ?? cancelled, 'swap').versions).toHaveLength(2)
})

test('a swap whose cancellation waits is not accepted by running it again', async () => {
  const trader = await parts.trader()
  await rpc('evm_setAutomine', false)
  const wanted = requestOf('dev9', 'again', { wait: false }, nativeToken)
  await trader.swap(wanted, autoConfirm())
  await trader.replace(replacing('again', 'cancel'), autoConfirm())
  expect(await refusal(trader.swap(wanted, autoConfirm()))).toMatchObject({ code: 'PENDING', exit: 13 })
})
