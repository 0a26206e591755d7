/** Stuck transactions on a real chain: sped up, cancelled, mined although replaced, by one process or several. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { composeWith } from '#compose'
import { fail, SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { type Intent, type JournalTx, newestVersion, purposeOf } from '#domain/journal/swap'
import { gasPriceOf } from '#domain/payload'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ReplacementPlan, ReplaceRequest } from '#domain/trade/replacement'
import type { SwapRequest } from '#domain/trade/trader'
import { nativeToken, ppm, wei } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

vi.setConfig({ testTimeout: 90_000 })

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())
beforeEach(() => rpc('evm_setAutomine', false))
/** What waits is mined, and then empty blocks: the next test finds the fees of a quiet chain. */
afterEach(async () => {
  await rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
  await rpc('evm_mine')
  for (let block = 0; block < 10; block++) {
    await rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
    await rpc('evm_mine')
  }
})

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
type Parts = ReturnType<typeof partsWith>
const partsWith = (journal: (journal: Journal) => Journal = (kept) => kept) =>
  composeWith({ journal, network: (entry) => ({ ...entry, confirmations: 3 }) })(createComposeInput(app.state, app.url))

const { USDC } = sandboxGround.tokens
const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
const request = createQuoteRequest(nativeToken, USDC.address, 10n ** 16n, { slippage: ppm(100_000) })
const gwei = 10n ** 9n

/** A swap that a node has and no block takes. */
async function leaveStuck(parts: Parts, key: string, more: Partial<SwapRequest> = {}): Promise<Intent> {
  const wanted = createSwapRequest({ request }, { key, guards, wait: false, ...more })
  const { intent } = await (await parts.trader()).swap(wanted, autoConfirm())
  if (intent === undefined) throw new Error('nothing was sent')
  return intent
}
const replacing = (
  reference: string,
  kind: ReplaceRequest['kind'],
  more: Partial<ReplaceRequest> = {},
): ReplaceRequest => ({
  ...{ reference, kind, bump: ppm(125_000), confirmations: 1, timeoutSeconds: 40, wait: false },
  ...more,
})
const replace = async (parts: Parts, asked: ReplaceRequest, dialogue: Dialogue = autoConfirm()): Promise<Intent> =>
  (await parts.trader()).replace(asked, dialogue)
const swapOf = (intent: Intent): JournalTx => {
  const tx = purposeOf(intent)
  if (tx === undefined) throw new Error('nothing was signed')
  return tx
}
const statusOf = async (parts: Parts, reference: string): Promise<Intent> =>
  (await (await parts.trader()).status(reference)).intent
const refusal = (work: Promise<unknown>): Promise<SwapError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => (error instanceof SwapError ? error : Promise.reject(error)),
  )
const nonceAt = async (tag: string): Promise<number> => Number(await rpc('eth_getTransactionCount', trader0, tag))
const feesOf = (tx: JournalTx) => tx.versions.map(({ payload: { fees } }) => fees)
/** Blocks whose base fee is too high for what waits. */
async function mineAt(baseFee: bigint, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    await rpc('anvil_setNextBlockBaseFeePerGas', `0x${baseFee.toString(16)}`)
    await rpc('evm_mine')
  }
}

test('base fee × 10 for twenty blocks: the swap is stuck, its speedup is mined, with the same call', async () => {
  const parts = partsWith()
  const stuck = await leaveStuck(parts, 'stuck')
  const before = swapOf(stuck)
  const high = gasPriceOf(before.payload.fees) * 5n
  await mineAt(high, 20)
  expect(['submitted', 'unknown']).toContain((await statusOf(parts, 'stuck')).stage) // this node drops what is too cheap

  const plans: ReplacementPlan[] = []
  const asking: Dialogue = { ...autoConfirm(), confirmReplacement: async (plan) => void plans.push(plan) }
  const maxFee = wei(high * 4n)
  const faster = replacing('stuck', 'speedup', { maxFee, maxGas: wei(10n ** 18n) })
  const sent = swapOf(await replace(parts, faster, asking))
  expect(plans).toMatchObject([{ kind: 'speedup', nonce: before.nonce, replaces: { hash: before.hash } }])
  expect(sent.versions.map(({ kind }) => kind)).toEqual(['original', 'speedup'])
  const [old, fresh] = sent.versions.map(({ payload: { fees: _, ...call } }) => call)
  expect(fresh).toEqual(old)
  expect(gasPriceOf(newestVersion(sent).payload.fees)).toBeGreaterThan(high)
  expect(newestVersion(sent).budget).toMatchObject({ maxPrice: maxFee, maxCost: 10n ** 18n })
  await mineAt(high, 1)
  const done = await statusOf(parts, 'stuck')
  expect([done.stage, swapOf(done).hash]).toEqual(['mined', newestVersion(sent).hash])
  expect(done.trade?.bought).toBeGreaterThan(0n)
  expect(swapOf(done).conclusion.known).toContain('version 2 of 2, a speedup')
  await parts.close()
})

test('both fees rise by an eighth, rounded up, and more if the market asks it', async () => {
  const parts = partsWith()
  await leaveStuck(parts, 'eighth', { fees: { max: wei(20n * gwei + 1n), tip: wei(3n), legacy: false } })
  const more = { maxFee: wei(10n ** 12n), maxGas: wei(10n ** 18n) }
  await replace(parts, replacing('eighth', 'speedup', more))
  const sent = swapOf(await replace(parts, replacing('eighth', 'speedup', { ...more, bump: ppm(500_000) })))
  const [first, second, third] = feesOf(sent)
  expect(first).toEqual({ type: 2, maxFeePerGas: 20n * gwei + 1n, maxPriorityFeePerGas: 3n })
  // (20 gwei + 1) × 1.125, rounded up
  expect(second).toMatchObject({ maxFeePerGas: 22_500_000_002n })
  expect(third).toMatchObject({ maxFeePerGas: 33_750_000_003n })
  for (const fees of [second, third]) expect(fees?.type === 2 && fees.maxPriorityFeePerGas).toBeGreaterThanOrEqual(4n)
  await rpc('evm_mine')
  expect((await statusOf(parts, 'eighth')).stage).toBe('mined')
  await parts.close()
})

test('a cancellation frees the nonce: exit 14 for the swap, success for the command, and it is not sent again', async () => {
  const parts = partsWith()
  const { nonce } = swapOf(await leaveStuck(parts, 'unwanted'))
  const balance = () => rpc<string>('eth_getBalance', trader0, 'latest').then(BigInt)
  const before = await balance()
  const cancelled = replace(parts, replacing('unwanted', 'cancel', { wait: true }))
  // Stored before it is sent: only what the node has can be in the next block.
  await vi.waitFor(async () => {
    const sent = swapOf(await statusOf(parts, 'unwanted'))
    expect(sent.versions).toHaveLength(2)
    expect(await rpc('eth_getTransactionByHash', newestVersion(sent).hash)).not.toBeNull()
  }, 20_000)
  await rpc('evm_mine')
  const done = await cancelled
  expect([done.stage, swapOf(done).kind]).toEqual(['cancelled', 'cancel'])
  expect(await nonceAt('latest')).toBe(nonce + 1)
  expect(before - (await balance())).toBeLessThan(10n ** 15n) // gas alone
  const again = await refusal(leaveStuck(parts, 'unwanted', { wait: true }))
  expect(again).toMatchObject({ code: 'CANCELLED', exit: 14, context: { sent: true, txHash: swapOf(done).hash } })
  expect(await refusal(replace(parts, replacing('unwanted', 'speedup')))).toMatchObject({ code: 'NOT_REPLACEABLE' })
  expect(await nonceAt('pending')).toBe(nonce + 1)
  await parts.close()
})

test.each(['speedup', 'cancel'] as const)(
  'the original is mined although a %s replaced it: that is what is told',
  async (kind) => {
    const parts = partsWith()
    const stuck = await leaveStuck(parts, `overtaken-${kind}`)
    const { raw, hash } = swapOf(stuck)
    const sent = swapOf(await replace(parts, replacing(stuck.id, kind)))
    await rpc('anvil_dropTransaction', newestVersion(sent).hash)
    await rpc('eth_sendRawTransaction', raw) // a miner that had it before
    const followed = replace(parts, replacing(stuck.id, kind, { wait: true, timeoutSeconds: 2 })).catch(
      (e: unknown) => e,
    )
    await rpc('evm_mine')
    await followed
    const done = await statusOf(parts, stuck.id)
    expect([done.stage, swapOf(done).hash]).toEqual(['mined', hash])
    expect(swapOf(done).conclusion.known).toContain('the original')
    await parts.close()
  },
)

test('a command that cancels too late says that the swap happened', async () => {
  const parts = partsWith()
  const stuck = await leaveStuck(parts, 'late')
  const racing: Dialogue = {
    ...autoConfirm(),
    tell: ({ what }) => {
      if (what === 'sent') void mineOriginal()
    },
  }
  const mineOriginal = async (): Promise<void> => {
    const { hash } = newestVersion(swapOf(await statusOf(parts, 'late')))
    await rpc('anvil_dropTransaction', hash)
    await rpc('eth_sendRawTransaction', swapOf(stuck).raw)
    await rpc('evm_mine')
  }
  const late = await refusal(replace(parts, replacing('late', 'cancel', { wait: true }), racing))
  expect(late).toMatchObject({ code: 'CANCEL_TOO_LATE', exit: 14, context: { sent: true, txHash: swapOf(stuck).hash } })
  await parts.close()
})

test('a process that dies between storing and sending: the next one sends the newest bytes, never the swap', async () => {
  const parts = partsWith()
  const stuck = await leaveStuck(parts, 'died')
  await rpc('anvil_dropTransaction', swapOf(stuck).hash)
  const dead = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'it died' })
  let stored = false
  const dying = partsWith((journal) => ({
    ...journal,
    recordReplacement: async (...given) => {
      await journal.recordReplacement(...given)
      stored = true
    },
    addObservations: (...given) => (stored ? Promise.reject(dead) : journal.addObservations(...given)),
  }))
  const failure = await refusal(replace(dying, replacing('died', 'cancel')))
  expect(failure.context.sent).toBe(true) // the original was broadcast
  expect(await nonceAt('pending')).toBe(await nonceAt('latest')) // nothing is at the node
  await dying.close()

  const trader = await parts.trader()
  const left = (await trader.findByKey('died')) ?? stuck
  const next = trader.resume(left, { confirmations: 1, timeoutSeconds: 1, wait: false }, autoConfirm())
  expect(await refusal(next)).toMatchObject({ code: 'PENDING', context: { sent: true } }) // it is being cancelled
  const tx = swapOf((await trader.findByKey('died')) ?? stuck)
  expect(tx.versions.map(({ kind }) => kind)).toEqual(['original', 'cancel'])
  const pending = await rpc<{ hash: string; input: string }>('eth_getTransactionByHash', newestVersion(tx).hash)
  expect(pending.input).toBe('0x')
  expect(await rpc('eth_getTransactionByHash', swapOf(stuck).hash)).toBeNull()
  await rpc('evm_mine')
  expect((await statusOf(parts, 'died')).stage).toBe('cancelled')
  await parts.close()
})

test('a replacement whose store fails is not sent', async () => {
  const parts = partsWith()
  const stuck = await leaveStuck(parts, 'unstored')
  const full = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk is full' })
  const broken = partsWith((journal) => ({ ...journal, recordReplacement: () => Promise.reject(full) }))
  const failure = await refusal(replace(broken, replacing('unstored', 'speedup')))
  expect(failure).toMatchObject({ code: 'STORE_UNUSABLE', context: { sent: true, txHash: swapOf(stuck).hash } })
  await rpc('evm_mine')
  expect(swapOf(await statusOf(parts, 'unstored')).versions).toHaveLength(1)
  await Promise.all([parts.close(), broken.close()])
})

test('a journal that cannot be read after the signature leaves the outcome of a replacement unknown', async () => {
  const parts = partsWith()
  const stuck = await leaveStuck(parts, 'unread')
  const gone = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'it is damaged' })
  let stored = false
  const broken = partsWith((journal) => ({
    ...journal,
    recordReplacement: async (...given) => {
      await journal.recordReplacement(...given)
      stored = true
    },
    find: (reference) => (stored ? Promise.reject(gone) : journal.find(reference)),
  }))
  expect(await refusal(replace(broken, replacing('unread', 'speedup')))).toMatchObject({
    code: 'JOURNAL_UNREADABLE',
    context: { sent: true, txHash: swapOf(stuck).hash },
  })
  await rpc('evm_mine')
  await Promise.all([parts.close(), broken.close()])
})

test('two processes that replace at once: one version each at most, and the second is refused', async () => {
  const [one, other] = [partsWith(), partsWith()]
  await leaveStuck(one, 'raced')
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const together: Dialogue = {
    ...autoConfirm(),
    confirmReplacement: () => {
      if (++asked === 2) release()
      return released
    },
  }
  const results = await Promise.allSettled([
    replace(one, replacing('raced', 'speedup'), together),
    replace(other, replacing('raced', 'cancel'), together),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'NOT_REPLACEABLE', exit: 9, context: { sent: true } })
  expect(swapOf(await statusOf(one, 'raced')).versions).toHaveLength(2)
  await rpc('evm_mine')
  await Promise.all([one.close(), other.close()])
})
