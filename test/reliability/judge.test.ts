/** Tests of the judge: faults it has to find, next to the same case without the fault. */
import { describe, expect, test } from 'vitest'
import type { ChainView, HandedTransaction, MinedTransaction } from './evidence.ts'
import { type Claim, judgeClaim, judgeEnd, judgeSignatures } from './judge.ts'
import { judgeApprovals, judgeApproveRun, judgeOutput, parseStatusClaim, parseSwapClaim } from './judge-output.ts'
import type { Run } from './program.ts'

const hash = (digit: string): string => `0x${digit.repeat(64)}`
const ours: HandedTransaction = { hash: hash('a'), nonce: 3, step: 'swap', deadline: 1_000 }
const approval: HandedTransaction = { hash: hash('b'), nonce: 2, step: 'approval', deadline: undefined }

const mined = (changes: Partial<MinedTransaction> = {}): MinedTransaction => ({
  hash: ours.hash,
  nonce: 3,
  block: 20,
  toRouter: true,
  success: true,
  feeWei: 10n ** 15n,
  ...changes,
})
const view = (transactions: readonly MinedTransaction[], changes: Partial<ChainView> = {}): ChainView => ({
  head: 24,
  time: 900,
  nonce: transactions.length === 0 ? 3 : 4,
  mined: new Map(transactions.map((one) => [one.hash, one])),
  ...changes,
})
const judged = (claim: Claim, seen: ChainView, { handed = [ours], healthy = false, depth = 1 } = {}) =>
  judgeClaim(claim, { view: seen, handed, healthy, depth })

const swapped = view([mined()])
const failed = view([mined({ success: false })])
const absent = view([])
const taken = view([mined({ hash: hash('c'), toRouter: false })])
const late = view([], { time: 1_001 })

describe('claims about a swap', () => {
  test.each([
    ['confirmed', swapped, []],
    ['confirmed', failed, ['false confirmed']],
    ['confirmed', absent, ['false confirmed']],
    ['mined', absent, ['false confirmed']],
    ['reverted', failed, []],
    ['reverted', absent, ['false reverted']],
    ['reverted', swapped, ['lost']],
    ['replaced', taken, []],
    ['replaced', absent, ['false replaced']],
    ['replaced', swapped, ['lost']],
    ['not sent', taken, []],
    ['not sent', late, []],
    ['not sent', absent, ['false not sent']],
    ['not sent', failed, ['false not sent']],
    ['not sent', swapped, ['false not sent', 'lost']],
    ['forgotten', absent, ['lost']],
    ['forgotten', late, []],
    ['pending', swapped, []],
    ['nothing', swapped, []],
  ] as const)('%s', (claim, seen, found) => {
    expect(judged(claim, seen)).toEqual(found)
  })

  test('no bytes sent: nothing was sent, and nothing accepted', () => {
    expect(judged('not sent', absent, { handed: [] })).toEqual([])
    expect(judged('accepted', absent, { handed: [] })).toEqual(['false confirmed'])
  })

  test('a swap with five confirmations is confirmed if five were requested, not for six', () => {
    expect(judged('confirmed', swapped, { depth: 5 })).toEqual([])
    expect(judged('confirmed', swapped, { depth: 6 })).toEqual(['false confirmed'])
  })

  test('pending is wrong if all endpoints know better', () => {
    expect(judged('pending', swapped, { healthy: true })).toEqual(['lost'])
  })
})

test('two swaps for one are a double, two nonces for one are signed twice', () => {
  const second = mined({ hash: hash('d'), nonce: 4 })
  expect(judgeEnd(swapped, 1)).toEqual([])
  expect(judgeEnd(view([mined(), second]), 1)).toEqual(['double'])
  expect(judgeEnd(view([mined({ feeWei: 2n * 10n ** 18n })]), 1)).toEqual(['overpaid'])
  expect(judgeSignatures([approval, ours])).toEqual([])
  expect(judgeSignatures([ours, { ...ours, hash: hash('d'), nonce: 4 }])).toEqual(['signed twice'])
})

const run = (changes: Partial<Run>): Run => ({
  args: ['swap'],
  code: 0,
  signal: null,
  stdout: '{"ok":true}\n',
  stderr: '',
  milliseconds: 1,
  overran: false,
  ...changes,
})
const document = (value: object): string => `${JSON.stringify(value)}\n`

test.each([
  [0, 'confirmed'],
  [2, 'not sent'],
  [5, 'not sent'],
  [8, 'not sent'],
  [11, 'not sent'],
  [12, 'reverted'],
  [13, 'pending'],
  [14, 'replaced'],
  [130, 'not sent'],
  [143, 'not sent'],
  [1, 'nothing'],
  [null, 'nothing'],
] as const)('a swap that ends with %s claims: %s', (code, claim) => {
  expect(parseSwapClaim(run({ code }), true)).toBe(claim)
})

test('a status claims by its stage', () => {
  const of = (data: object) => parseStatusClaim(run({ stdout: document({ ok: true, data }) }))
  const tx = { hash: ours.hash }
  expect(of({ stage: 'mined', tx })).toBe('mined')
  expect(of({ stage: 'void', tx })).toBe('not sent')
  expect(of({ stage: 'unknown', tx })).toBe('pending')
  expect(of({ stage: 'confirmed' })).toBe('not sent')
  expect(of({ stage: 'submitted' })).toBe('pending')
  expect(parseStatusClaim(run({ code: 6 }))).toBe('forgotten')
  expect(parseStatusClaim(run({ code: 5 }))).toBe('nothing')
})

test('output rules', () => {
  expect(judgeOutput(run({}))).toEqual([])
  expect(judgeOutput(run({ stderr: 'Error: x\n    at run (file:///a/main.js:3:7)\n' }))).toEqual(['stack trace'])
  expect(judgeOutput(run({ stderr: 'a\u001b[31mb' }))).toEqual(['control bytes'])
  expect(judgeOutput(run({ stderr: 'a\u202eb' }))).toEqual(['control bytes'])
  expect(judgeOutput(run({ code: 1 }))).toEqual(['internal error'])
  expect(judgeOutput(run({ stdout: '' }))).toEqual(['no document'])
  expect(judgeOutput(run({ stdout: '', code: null, signal: 'SIGKILL', overran: true }))).toEqual(['overran'])
})

test('a sent approval has to be named by a swap that failed after it', () => {
  const after = (error: object, code = 5) =>
    judgeApprovals(run({ code, stdout: document({ ok: false, error }) }), [approval])
  expect(after({ approvals: [approval.hash] })).toEqual([])
  expect(after({ approvals: [] })).toEqual(['approval not named'])
  expect(after({ approvals: [hash('e')] })).toEqual(['approval not named'])
  expect(after({}, 13)).toEqual(['approval not named'])
  expect(judgeApprovals(run({ code: 5 }), [])).toEqual([])
})

test('approve itself has to state what it sent', () => {
  const of = (code: number, sent: boolean, seen: ChainView) =>
    judgeApproveRun(run({ args: ['approve'], code, stdout: document({ error: { sent } }) }), [approval], seen)
  const approved = view([mined({ hash: approval.hash, toRouter: false })])
  expect(of(5, true, absent)).toEqual([])
  expect(of(5, false, absent)).toEqual(['approval not named'])
  expect(of(13, true, absent)).toEqual([])
  expect(of(0, true, approved)).toEqual([])
  expect(of(0, true, absent)).toEqual(['false confirmed'])
})
