/** What is not replaced: past a deadline, above a ceiling, on a nonce of another transaction; and nonces by name. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { composeWith } from '#compose'
import { SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { type Intent, type JournalTx, newestVersion, purposeOf } from '#domain/journal/swap'
import { gasPriceOf } from '#domain/payload'
import type { Dialogue, Progress } from '#domain/trade/dialogue'
import type { ReplaceRequest } from '#domain/trade/replacement'
import type { SwapRequest } from '#domain/trade/trader'
import { amount, gas, nativeToken, ppm, wei } from '#domain/units'
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
const hexOf = (n: bigint | number): string => `0x${n.toString(16)}`

async function swap(
  parts: Parts,
  key: string,
  more: Partial<SwapRequest> = {},
  dialogue: Dialogue = autoConfirm(),
): Promise<Intent> {
  const wanted = createSwapRequest({ request }, { key, guards, wait: false, ...more })
  const { intent } = await (await parts.trader()).swap(wanted, dialogue)
  if (intent === undefined) throw new Error('nothing was sent')
  return intent
}
const replace = async (parts: Parts, reference: string, more: Partial<ReplaceRequest> = {}): Promise<Intent> =>
  (await parts.trader()).replace(
    {
      ...{ reference, kind: 'speedup', bump: ppm(125_000), confirmations: 1, timeoutSeconds: 20, wait: false },
      ...more,
    },
    autoConfirm(),
  )
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
const nextNonce = async (): Promise<number> => Number(await rpc('eth_getTransactionCount', trader0, 'latest'))
/** Another program's transaction of the same account. */
const sendForeign = (nonce: number, price: bigint): Promise<string> =>
  rpc('eth_sendTransaction', { from: trader0, to: trader0, nonce: hexOf(nonce), gasPrice: hexOf(price), gas: '0x5208' })

test('a foreign transaction on the nonce is told as replaced, and not fought', async () => {
  const parts = partsWith()
  const { nonce, payload, hash } = swapOf(await swap(parts, 'foreign'))
  const other = await sendForeign(nonce, gasPriceOf(payload.fees) * 3n)
  await rpc('evm_mine')
  const seen = await statusOf(parts, 'foreign')
  expect([seen.stage, swapOf(seen).conclusion.replacedBy?.hash]).toEqual(['replaced', other])
  for (const kind of ['speedup', 'cancel'] as const)
    expect(await refusal(replace(parts, 'foreign', { kind }))).toMatchObject({
      code: 'NOT_REPLACEABLE',
      exit: 9,
      context: { txHash: hash },
    })
  const waiting = await refusal(
    (await parts.trader()).follow(seen, { confirmations: 1, timeoutSeconds: 5 }, autoConfirm()),
  )
  expect(waiting).toMatchObject({ code: 'REPLACED', exit: 14 })
  await parts.close()
})

test('the ceilings refuse: of the network, of the user, and those of the process that signed', async () => {
  const parts = partsWith()
  const maxGas = wei(10n ** 16n)
  const stuck = swapOf(await swap(parts, 'dear', { guards: { ...guards, maxGas } }))
  await parts.close()
  const later = partsWith()
  const { gasLimit } = stuck.payload
  await rpc('anvil_setNextBlockBaseFeePerGas', hexOf((maxGas / gasLimit) * 2n))
  await rpc('evm_mine')
  // the node has dropped it
  const above = { code: 'GAS_ABOVE_LIMIT', exit: 10, context: { sent: 'maybe', txHash: stuck.hash } }
  expect(await refusal(replace(later, 'dear'))).toMatchObject(above)
  expect(await refusal(replace(later, 'dear', { maxFee: wei(10n ** 15n) }))).toMatchObject(above) // costs too much
  expect(await refusal(replace(later, 'dear', { maxGas: wei(10n ** 18n), maxFee: wei(1n) }))).toMatchObject(above)
  expect(swapOf(await statusOf(later, 'dear')).versions).toHaveLength(1)
  const named = { maxFee: wei(10n ** 15n), maxGas: wei(10n ** 18n) }
  const sent = swapOf(await replace(later, 'dear', named))
  expect(gasLimit * gasPriceOf(newestVersion(sent).payload.fees)).toBeGreaterThan(maxGas)
  await rpc('evm_mine')
  expect((await statusOf(later, 'dear')).stage).toBe('mined')
  await later.close()
})

/** The program over a store that was changed. */
const partsOver = (change: (intent: Intent) => Intent): Parts =>
  partsWith((journal) => ({
    ...journal,
    find: async (reference) => {
      const found = await journal.find(reference)
      return found && change(found)
    },
    addObservations: async (...given) => change(await journal.addObservations(...given)),
  }))
const withMinimum = (intent: Intent, more: bigint): Intent =>
  intent.trade === undefined
    ? intent
    : { ...intent, trade: { ...intent.trade, minimumOut: amount(intent.trade.minimumOut + more) } }
const withGasLimit = (intent: Intent, more: bigint): Intent => ({
  ...intent,
  transactions: intent.transactions.map((tx) => {
    const [{ payload, ...first }] = tx.versions
    return { ...tx, versions: [{ ...first, payload: { ...payload, gasLimit: gas(payload.gasLimit + more) } }] }
  }),
})

test('a store that was changed meanwhile is not signed again: neither its trade nor its call', async () => {
  const parts = partsWith()
  const { hash } = swapOf(await swap(parts, 'changed'))
  const trade = partsOver((intent) => withMinimum(intent, 1n))
  expect(await refusal(replace(trade, 'changed'))).toMatchObject({
    code: 'PAYLOAD_MISMATCH',
    context: { txHash: hash },
  })
  const call = partsOver((intent) => withGasLimit(intent, 1n))
  const forged = await refusal(replace(call, 'changed'))
  expect(forged).toMatchObject({ code: 'PAYLOAD_MISMATCH', details: { field: 'the hash', expected: hash } })
  expect(swapOf(await statusOf(parts, 'changed')).versions).toHaveLength(1)
  await rpc('evm_mine')
  await Promise.all([parts.close(), trade.close(), call.close()])
})

/** Below a swap's, as this node takes the dearest first and drops it if its nonce is not next. */
const foreignPrice = 1_200_000_000n

test('a named nonce: used, held by the journal, waited on by another program, and one that leaves a gap', async () => {
  const parts = partsWith()
  const next = await nextNonce()
  const taken = { code: 'NONCE_TAKEN', exit: 9, context: { sent: false } }
  const tryNonce = (nonce: number) => swap(parts, `named-${nonce}-${Math.random()}`, { nonce })
  expect((await refusal(tryNonce(next - 1))).message).toContain('the account has used it')
  expect(swapOf(await swap(parts, 'holder', { nonce: next })).nonce).toBe(next)
  const held = await refusal(tryNonce(next))
  expect(held).toMatchObject({ code: taken.code, exit: taken.exit, details: { nonce: next, next: next + 1 } })
  expect(held.message).toContain('of this journal may use it')
  await sendForeign(next + 1, foreignPrice)
  expect((await refusal(tryNonce(next + 1))).message).toContain('a transaction of another program waits on it')

  const told: Progress[] = []
  const hearing: Dialogue = { ...autoConfirm(), tell: (progress) => void told.push(progress) }
  const gap = await swap(parts, 'gap', { nonce: next + 4 }, hearing)
  expect(swapOf(gap).nonce).toBe(next + 4)
  expect(told).toContainEqual({ what: 'nonce-gap', nonce: next + 4, next: next + 2 })
  for (const nonce of [next + 2, next + 3]) await sendForeign(nonce, foreignPrice)
  const following = { confirmations: 1, timeoutSeconds: 1, wait: false }
  await vi.waitFor(async () => {
    await rpc('evm_mine')
    const { intent } = await (await parts.trader()).resume(gap, following, autoConfirm())
    expect(intent?.stage).toBe('mined')
  }, 20_000)
  await parts.close()
})

test('automatic speedups: after the time, as often as allowed, within the limits of the swap', async () => {
  const parts = partsWith()
  const heard: string[] = []
  const hearing: Dialogue = { ...autoConfirm(), tell: ({ what }) => void heard.push(what) }
  const bump = { afterSeconds: 1, max: 2 }
  const running = swap(parts, 'patient', { wait: true, timeoutSeconds: 60, bump }, hearing)
  await vi.waitFor(async () => expect(swapOf(await statusOf(parts, 'patient')).versions).toHaveLength(3), 40_000)
  await new Promise((resolve) => setTimeout(resolve, 2_500)) // no third one
  await rpc('evm_mine')
  const done = swapOf(await running)
  expect(done.versions.map(({ kind }) => kind)).toEqual(['original', 'speedup', 'speedup'])
  expect(done).toMatchObject({ stage: 'mined', hash: newestVersion(done).hash })

  const low = swap(
    parts,
    'poor',
    {
      ...{ wait: true, timeoutSeconds: 60, bump },
      fees: { max: wei(3n * 10n ** 9n), tip: undefined, legacy: false },
    },
    hearing,
  )
  await vi.waitFor(() => expect(heard).toContain('not-bumped'), 40_000)
  await rpc('evm_mine')
  expect(swapOf(await low).versions).toHaveLength(1)
  await parts.close()
})

test('past its deadline a swap is not sped up, but its nonce can be freed', async () => {
  const parts = partsWith()
  const stuck = await swap(parts, 'overdue', { deadlineSeconds: 40 })
  const { payload, hash } = swapOf(stuck)
  const block = await rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
  await rpc('anvil_setNextBlockBaseFeePerGas', hexOf(gasPriceOf(payload.fees) * 2n))
  await rpc('evm_setNextBlockTimestamp', hexOf(Number(block.timestamp) + 120))
  await rpc('evm_mine')
  const named = { maxFee: wei(10n ** 15n), maxGas: wei(10n ** 18n) }
  const late = await refusal(replace(parts, 'overdue', named))
  expect(late).toMatchObject({ code: 'NOT_REPLACEABLE', context: { sent: true, txHash: hash } })
  expect(late.message).toContain('its deadline passes before the next block')
  const cancelled = swapOf(await replace(parts, 'overdue', { ...named, kind: 'cancel' }))
  expect(cancelled.versions.map(({ kind }) => kind)).toEqual(['original', 'cancel'])
  await rpc('evm_mine')
  expect((await statusOf(parts, 'overdue')).stage).toBe('cancelled')
  await parts.close()
})
