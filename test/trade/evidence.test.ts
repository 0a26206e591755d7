/** A trade's outcome after its signature, with reorganizations and store failures: by the journal alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { fail, SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { type Intent, purposeOf } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import type { SwapOutcome, SwapRequest } from '#domain/trade/trader'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
} from './fixture.ts'

const usdc = sandboxGround.tokens.USDC.address
const dai = sandboxGround.tokens.DAI.address

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

/** The whole program over the same chain, whose entry requires three blocks; `journal` wraps the real one. */
const partsWith = (journal: (journal: Journal) => Journal = (kept) => kept) =>
  composeWith({ journal, network: (entry) => ({ ...entry, confirmations: 3 }) })(createComposeInput(app.state, app.url))

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const buying = createQuoteRequest(nativeToken, usdc, 10n ** 16n, { slippage: ppm(100_000) })
const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
const wanting = (key: string, more: Partial<SwapRequest> = {}): SwapRequest =>
  createSwapRequest({ request: buying }, { key, guards, timeoutSeconds: 25, ...more })

async function requestSwap(
  parts: ReturnType<typeof partsWith>,
  request: SwapRequest,
  dialogue: Dialogue = autoConfirm(),
) {
  const { intent } = (await (await parts.trader()).swap(request, dialogue)) satisfies SwapOutcome
  if (intent === undefined) throw new Error('nothing was swapped')
  return intent
}
const statusOf = async (parts: ReturnType<typeof partsWith>, key: string): Promise<Intent> =>
  (await (await parts.trader()).status(key)).intent
const said = (intent: Intent) => {
  const { depth, isFinal } = purposeOf(intent)?.conclusion ?? {}
  return [intent.stage, depth, isFinal]
}

test('mined until the depth of the entry, not confirmed one block earlier', async () => {
  const parts = partsWith()
  expect(said(await requestSwap(parts, wanting('deep')))).toEqual(['mined', 1, false])
  await rpc('anvil_mine', '0x1')
  expect(said(await statusOf(parts, 'deep'))).toEqual(['mined', 2, false])
  await rpc('anvil_mine', '0x1')
  expect(said(await statusOf(parts, 'deep'))).toEqual(['confirmed', 3, true])
  await parts.close()
})

test('a swap waits for exactly the requested confirmations', async () => {
  const parts = partsWith()
  const dialogue = autoConfirm()
  const waiting = requestSwap(parts, wanting('two', { confirmations: 2, timeoutSeconds: 60 }), dialogue)
  await waitUntil(() => dialogue.heard.includes('mined'))
  await rpc('anvil_mine', '0x1')
  expect(said(await waiting)).toEqual(['mined', 2, false])
  const short = requestSwap(parts, wanting('two-of-one', { confirmations: 2, timeoutSeconds: 1 }))
  await expect(short).rejects.toMatchObject({ code: 'PENDING', exit: 13, context: { sent: true } })
  await parts.close()
})

test('a reorganization removes a mined swap, which is reported, and the same bytes are mined again', async () => {
  const parts = partsWith()
  const before = await rpc<string>('evm_snapshot')
  const first = await requestSwap(parts, wanting('reorganized'))
  await rpc('evm_revert', before)
  await rpc('anvil_mine', '0x2')
  const back = await statusOf(parts, 'reorganized')
  expect(['unknown', 'submitted']).toContain(back.stage)
  expect(purposeOf(back)?.mined).toBeUndefined()
  expect(back.trade?.bought).toBeUndefined()

  const dialogue = autoConfirm()
  const again = await requestSwap(parts, wanting('reorganized'), dialogue)
  expect(said(again)).toEqual(['mined', 1, false])
  expect(dialogue.heard).toContain('resumed')
  expect(purposeOf(again)?.hash).toBe(purposeOf(first)?.hash)
  expect(again.timeline.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['mined', back.stage, 'mined']))
  await rpc('anvil_mine', '0x2')
  expect(said(await statusOf(parts, 'reorganized'))).toEqual(['confirmed', 3, true])
  await parts.close()
})

test('a user who waits for more blocks than the entry requires learns of a reorganization, and keeps waiting', async () => {
  const parts = partsWith()
  const before = await rpc<string>('evm_snapshot')
  await requestSwap(parts, wanting('deeper'))
  await rpc('anvil_mine', '0x3')
  expect(said(await statusOf(parts, 'deeper'))).toEqual(['confirmed', 4, true])
  const dialogue = autoConfirm()
  const waiting = requestSwap(parts, wanting('deeper', { confirmations: 6, timeoutSeconds: 60 }), dialogue)
  await waitUntil(() => dialogue.heard.includes('waiting'))
  await rpc('evm_revert', before)
  await rpc('anvil_mine', '0x4')
  await waitUntil(() => dialogue.heard.includes('reorganized'))
  await waitUntil(() => dialogue.heard.filter((what) => what === 'mined').length > 0)
  await rpc('anvil_mine', '0x5')
  expect(said(await waiting)).toEqual(['confirmed', 6, true])
  await parts.close()
})

async function waitUntil(done: () => boolean): Promise<void> {
  for (let waited = 0; !done(); waited += 50) {
    if (waited > 20_000) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('a revert is rechecked until it is deep: mined again successfully it is a success', async () => {
  const parts = partsWith()
  const from = buying.from
  const before = await rpc<string>('evm_snapshot')
  await rpc('evm_setAutomine', false)
  await requestSwap(parts, wanting('phoenix', { wait: false }))
  const { to = '' } = purposeOf(await statusOf(parts, 'phoenix'))?.payload ?? {}
  const code = await rpc<string>('eth_getCode', to, 'latest')
  await rpc('anvil_setCode', to, '0x60006000fd') // every call to it reverts
  await rpc('evm_mine')
  const reverted = await statusOf(parts, 'phoenix')
  expect(said(reverted)).toEqual(['reverted', 1, false])
  expect(purposeOf(reverted)?.conclusion.receipt?.reason?.words.length).toBeGreaterThan(0)

  await rpc('evm_revert', before)
  await rpc('anvil_setCode', to, code)
  await rpc('evm_setAutomine', true)
  const raw = purposeOf(reverted)?.raw
  await rpc('eth_sendRawTransaction', raw)
  await rpc('anvil_mine', '0x2')
  expect(said(await statusOf(parts, 'phoenix'))).toEqual(['confirmed', 3, true])
  expect(from).toMatch(/^0x/)
  await parts.close()
})

/** A store whose disk is full once the bytes were sent. */
const fullAfterSending = (journal: Journal): Journal => ({
  ...journal,
  addObservations: async (id, step, observations) => {
    if (observations.some((one) => one.kind !== 'broadcast' || one.outcome !== 'begun'))
      throw fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk is full' })
    return journal.addObservations(id, step, observations)
  },
})

test('a full disk after the send: 13 with the hash, and the swap is found when there is space again', async () => {
  const broken = partsWith(fullAfterSending)
  const failure = await requestSwap(broken, wanting('full')).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    exit: 13,
    context: { sent: true, txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), swapId: expect.any(String) },
  })
  expect(String((failure as Error & { context: { why: string } }).context.why)).toContain('the disk is full')
  await broken.close()
  const parts = partsWith()
  expect((await requestSwap(parts, wanting('full', { timeoutSeconds: 20 }))).stage).toBe('mined')
  await parts.close()
})

test('a store that fails before the broadcast prevents it', async () => {
  const counted = async () => Number(await rpc<string>('eth_getTransactionCount', buying.from, 'latest'))
  const before = await counted()
  const full = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk is full' })
  const parts = partsWith((journal) => ({ ...journal, addObservations: () => Promise.reject(full) }))
  await expect(requestSwap(parts, wanting('early'))).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    context: { sent: false },
  })
  expect(await counted()).toBe(before)
  await parts.close()
})

test('a journal that cannot be read after a signature leaves the outcome unknown', async () => {
  let signed = false
  const gone = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'it is damaged' })
  const parts = partsWith((journal) => ({
    ...journal,
    recordSigned: async (...given) => {
      await journal.recordSigned(...given)
      signed = true
    },
    find: (reference) => (signed ? Promise.reject(gone) : journal.find(reference)),
  }))
  await expect(requestSwap(parts, wanting('unread'))).rejects.toMatchObject({ code: 'JOURNAL_UNREADABLE', exit: 13 })
  await parts.close()
})

test('a declined swap is declined, and its approval was not sent', async () => {
  const parts = partsWith()
  const request = createQuoteRequest(usdc, dai, 5_000_000n, { slippage: ppm(100_000) })
  const declining: Dialogue = {
    ...autoConfirm(),
    confirmSwap: () => Promise.reject(fail('DECLINED', {})),
  }
  const run = requestSwap(parts, { ...wanting('declined'), quote: { request } }, declining)
  const failure = await run.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'DECLINED', exit: 11 })
  expect(failure instanceof SwapError && failure.context.sent).not.toBe(true)
  expect((await statusOf(parts, 'declined')).transactions).toEqual([])
  const intent = await statusOf(parts, 'declined')
  expect([intent.stage, intent.timeline.at(-1)?.stage]).toEqual(['declined', 'declined'])
  expect((await requestSwap(parts, { ...wanting('declined'), quote: { request } })).stage).toBe('mined')
  await parts.close()
})

test('a swap that fails after its approval names it', async () => {
  const parts = partsWith()
  const request = createQuoteRequest(usdc, dai, 6_000_000n, { slippage: ppm(100_000) })
  const dying: Dialogue = {
    ...autoConfirm(),
    tell: ({ what, ...of }) => {
      if (what === 'quoted' && 'again' in of && of.again) throw fail('INTERRUPTED', {})
    },
  }
  const run = requestSwap(parts, { ...wanting('interrupted'), quote: { request } }, dying)
  await expect(run).rejects.toMatchObject({
    code: 'INTERRUPTED',
    context: { sent: true, approvals: [expect.stringMatching(/^0x[0-9a-f]{64}$/)] },
  })
  await parts.close()
})
