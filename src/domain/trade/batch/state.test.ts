import { expect, test } from 'vitest'
import type { Conclusion } from '#domain/journal/evidence'
import type { Intent, Step } from '#domain/journal/swap'
import { evm, gas, hex, networkName, noBytes, seconds, wei } from '#domain/units'
import { concludeRow, isFailedState, isOpen, rowStates, sumGasCost } from './state.ts'

const account = evm(`0x${'11'.repeat(20)}`)
const hash = hex(`0x${'aa'.repeat(32)}`)
const mined = { block: 1, blockHash: hash, gasUsed: gas(1n), feePaid: wei(7n) }

/** An intent with one transaction in this stage. */
function createDraftIntent(
  stage: Conclusion['stage'],
  { isFinal = false, step = 'swap' }: { readonly isFinal?: boolean; readonly step?: Step } = {},
): Intent {
  const depth = stage === 'mined' || stage === 'confirmed' || stage === 'reverted' ? 1 : 0
  const conclusion: Conclusion = {
    hash,
    stage,
    sent: 'maybe',
    isFinal,
    depth,
    finalDepth: 2,
    known: '',
    mayBroadcast: false,
  }
  const payload = {
    chainId: 1,
    from: account,
    to: account,
    data: noBytes,
    value: wei(0n),
    gasLimit: gas(100_000n),
    fees: { type: 0, gasPrice: wei(3n) },
  } as const
  const version = { kind: 'original', payload, raw: noBytes, hash, signedAt: seconds(1) } as const
  const signed = { ...version, versions: [version], step, nonce: 0, stage, observations: [] } as const
  const network = networkName('sandbox')
  const ids = { id: 'i', key: 'k', kind: 'swap', network, chainId: 1, from: account, stage } as const
  const transactions = [{ ...signed, conclusion, ...(depth > 0 ? { mined } : {}) }]
  return { ...ids, transactions, timeline: [], createdAt: seconds(1) }
}

const nothing = { failure: undefined, isCancelled: false }
const failed = { failure: { code: 'NO_ROUTE', message: 'No route.' }, isCancelled: false }

test('what the batch remembers counts only while nothing is signed', () => {
  expect(concludeRow(undefined, nothing)).toBe('waiting')
  expect(concludeRow(undefined, failed)).toBe('failed')
  expect(concludeRow(undefined, { ...failed, isCancelled: true })).toBe('cancelled')
  for (const memory of [nothing, failed, { ...failed, isCancelled: true }]) {
    expect(concludeRow(createDraftIntent('submitted'), memory)).toBe('sent')
    expect(concludeRow(createDraftIntent('mined'), memory)).toBe('done')
  }
})

test('an approval that a row signed for itself is not its swap', () => {
  expect(concludeRow(createDraftIntent('mined', { step: 'approve' }), failed)).toBe('failed')
})

test.each([
  ['signed', false, 'sent'],
  ['submitted', false, 'sent'],
  ['unknown', false, 'sent'],
  ['mined', false, 'done'],
  ['confirmed', true, 'done'],
  ['reverted', false, 'reverted'],
  ['replaced', false, 'sent'],
  ['replaced', true, 'replaced'],
  ['void', true, 'void'],
] as const)('%s, final: %s, is %s', (stage, isFinal, state) => {
  expect(concludeRow(createDraftIntent(stage, { isFinal }), nothing)).toBe(state)
})

test.each([
  ['success', true, 'done'],
  ['reverted', true, 'reverted'],
  [undefined, true, 'sent'],
  ['success', false, 'sent'],
] as const)('the same call by another program, %s, final: %s, is %s', (status, isFinal, state) => {
  const intent = createDraftIntent('replaced', { isFinal })
  const replacedBy = { hash, block: 7, blockHash: hash, sameCall: true, ...(status && { status }) } as const
  const transactions = intent.transactions.map((tx) => ({ ...tx, conclusion: { ...tx.conclusion, replacedBy } }))
  expect(concludeRow({ ...intent, transactions }, nothing)).toBe(state)
})

test('only rows without a signature are open; done, sent, waiting and cancelled ones have not failed', () => {
  expect(rowStates.filter(isOpen)).toEqual(['waiting', 'failed'])
  expect(rowStates.filter(isFailedState)).toEqual(['failed', 'reverted', 'replaced', 'void'])
})

test('gas counts as paid when mined, as the highest possible before, as nothing once it is void', () => {
  expect(sumGasCost(undefined)).toBe(0n)
  expect(sumGasCost(createDraftIntent('mined'))).toBe(7n)
  expect(sumGasCost(createDraftIntent('submitted'))).toBe(100_000n * 3n)
  expect(sumGasCost(createDraftIntent('void', { isFinal: true }))).toBe(0n)
})

test('what another transaction did in its place cost gas as well', () => {
  const intent = createDraftIntent('replaced', { isFinal: true })
  const costOf = (more: object) => {
    const replacedBy = { hash: `0x${'cc'.repeat(32)}`, block: 7, blockHash: `0x${'dd'.repeat(32)}`, ...more }
    const transactions = intent.transactions.map((tx) => ({ ...tx, conclusion: { ...tx.conclusion, replacedBy } }))
    return sumGasCost({ ...intent, transactions } as unknown as Intent)
  }
  expect([costOf({}), costOf({ sameCall: true })]).toEqual([0n, 300_000n])
})

test('of a mined fee that endpoints tell differently the highest possible one counts, also once it is final', () => {
  const untold = (isFinal: boolean): Intent => {
    const intent = createDraftIntent('mined', { isFinal })
    const transactions = intent.transactions.map(({ mined, ...tx }) => {
      if (mined === undefined) throw new Error('it is not mined')
      const { feePaid: _, ...rest } = mined
      return { ...tx, mined: rest }
    })
    return { ...intent, transactions }
  }
  expect([untold(false), untold(true)].map(sumGasCost)).toEqual([300_000n, 300_000n])
})

test('what was reserved for an L1 fee counts until it is mined, of each version with its own gas', () => {
  const withFees = (intent: Intent, l1Fees: readonly (bigint | undefined)[]): Intent => ({
    ...intent,
    transactions: intent.transactions.map((tx) => {
      const [version] = tx.versions
      const versions = l1Fees.map((l1Fee) => (l1Fee === undefined ? version : { ...version, l1Fee: wei(l1Fee) }))
      return { ...tx, versions: versions as never }
    }),
  })
  // the first one was signed by a program that did not record it
  expect(sumGasCost(withFees(createDraftIntent('submitted'), [undefined, 5n, 4n]))).toBe(300_005n)
  expect(sumGasCost(withFees(createDraftIntent('mined'), [5n]))).toBe(7n)
})
