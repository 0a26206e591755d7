import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conclude, type FinalityTerms } from '#domain/journal/evidence'
import type { LookObservation, Observation, ReceiptFacts } from '#domain/journal/observations'
import { amount, gas, hex, seconds, wei } from '#domain/units'

const hash = hex(`0x${'aa'.repeat(32)}`)
const other = hex(`0x${'bb'.repeat(32)}`)
const blockHash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const attempt = { hash, nonce: 7, kind: 'original' } as const
const terms: FinalityTerms = { finalDepth: 12, deadline: seconds(10_000) }

let clock = 0
const observed = (endpoint: string) => ({ at: seconds(100 + clock++), endpoint, hash })
const head = (number: number, time = number * 10) => ({ number, hash: blockHash(number), time: seconds(time) })
const broadcast = (endpoint: string, outcome: 'begun' | 'accepted' | 'refused' | 'no-answer', reason?: string) =>
  ({ kind: 'broadcast', ...observed(endpoint), outcome, ...(reason === undefined ? {} : { reason }) }) as const
const look = (endpoint: string, at: number, nonce: number, seen: 'waiting' | 'absent'): LookObservation => ({
  kind: 'look',
  ...observed(endpoint),
  head: head(at),
  nonce,
  seen,
})
const facts = (block: number, status: 'success' | 'reverted' = 'success', fork = 0): ReceiptFacts => ({
  block,
  blockHash: blockHash(block + fork),
  gasUsed: gas(1n),
  feePaid: wei(1n),
  status,
  received: amount(5n),
})
const mined = (endpoint: string, at: number, receipt: ReceiptFacts): LookObservation => ({
  kind: 'look',
  ...observed(endpoint),
  head: head(at),
  nonce: 8,
  seen: 'mined',
  receipt,
})
const behind = (endpoint: string, at: number, block: number): LookObservation => ({
  kind: 'look',
  ...observed(endpoint),
  head: head(at),
  nonce: 8,
  seen: 'behind',
  blockHash: blockHash(block),
})
const used = (by: typeof hash, block: number, at = block) =>
  ({ kind: 'nonce-used', ...observed('a'), head: head(at), by, block, blockHash: blockHash(block) }) as const
const nonceAt = (endpoint: string, block: number, nonce: number, time: number, final = true) =>
  ({ kind: 'nonce-at', ...observed(endpoint), block: head(block, time), nonce, final }) as const

const of = (observations: readonly Observation[], given = terms) => conclude([attempt], observations, given)
const stageOf = (...observations: Observation[]) => of(observations).stage

test('signed bytes that were never broadcast are signed, and proven not sent', () => {
  expect(of([nonceAt('a', 1, 7, 10, false)])).toMatchObject({ stage: 'signed', sent: 'no', mayBroadcast: true })
})

test('a file that no node was given from here is never sent again because an endpoint shows it', () => {
  const held = { kind: 'held', ...observed(''), endpoint: '', hash: attempt.hash } as const
  expect(of([held])).toMatchObject({ stage: 'signed', sent: 'maybe', mayBroadcast: false })
  const lost = [look('b', 5, 7, 'waiting'), { ...look('b', 6, 7, 'absent'), at: seconds(500) }]
  expect(of(lost)).toMatchObject({ mayBroadcast: true })
  expect(of([held, ...lost])).toMatchObject({ mayBroadcast: false })
  expect(of([held, broadcast('a', 'begun')])).toMatchObject({ stage: 'unknown', mayBroadcast: true })
})

test('bytes whose broadcast began are unknown, whatever answers are missing', () => {
  expect(of([broadcast('a', 'begun')])).toMatchObject({ stage: 'unknown', sent: 'maybe', mayBroadcast: true })
  expect(of([broadcast('a', 'begun'), broadcast('a', 'no-answer')])).toMatchObject({ stage: 'unknown', sent: 'maybe' })
})

test('a refusal proves nothing, and a later one does not erase an acceptance', () => {
  expect(of([broadcast('a', 'refused', 'txpool is full')])).toMatchObject({ stage: 'unknown', sent: 'maybe' })
  expect(stageOf(broadcast('a', 'accepted'), broadcast('b', 'refused'))).toBe('submitted')
  expect(of([broadcast('a', 'accepted')])).toMatchObject({ stage: 'submitted', sent: 'yes', mayBroadcast: false })
  const missed = { stage: 'submitted', sent: 'yes', mayBroadcast: true }
  expect(of([broadcast('a', 'accepted'), look('b', 5, 7, 'absent')])).toMatchObject(missed)
  expect(of([broadcast('b', 'refused', 'txpool is full')]).known).toContain('b (refused: txpool is full)')
})

test('an endpoint that accepted it and no longer shows it does not have it', () => {
  const lost = [broadcast('a', 'accepted'), look('a', 5, 7, 'absent')]
  expect(of(lost)).toMatchObject({ stage: 'unknown', sent: 'maybe', mayBroadcast: true })
  expect(stageOf(...lost, look('a', 6, 7, 'waiting'))).toBe('submitted')
})

test('mined is final at the depth of the entry, and not one block earlier', () => {
  const at = (number: number) => of([mined('a', number, facts(20))])
  expect(at(20)).toMatchObject({ stage: 'mined', isFinal: false, depth: 1, sent: 'yes' })
  expect(at(30)).toMatchObject({ stage: 'mined', isFinal: false, depth: 11 })
  expect(at(31)).toMatchObject({ stage: 'confirmed', isFinal: true, depth: 12 })
  const reverted = (number: number) => of([mined('a', number, facts(20, 'reverted'))])
  expect(reverted(30)).toMatchObject({ stage: 'reverted', isFinal: false, depth: 11 })
  expect(reverted(31)).toMatchObject({ stage: 'reverted', isFinal: true, depth: 12 })
})

test('a reorganization takes back mined, reverted and confirmed', () => {
  for (const receipt of [facts(20), facts(20, 'reverted')]) {
    expect(stageOf(mined('a', 40, receipt), look('a', 41, 7, 'waiting'))).toBe('submitted')
    expect(stageOf(mined('a', 40, receipt), look('a', 41, 7, 'absent'))).not.toMatch(/mined|confirmed|reverted/)
  }
  const again = of([mined('a', 20, facts(20, 'reverted')), look('a', 21, 7, 'waiting'), mined('a', 33, facts(22))])
  expect(again).toMatchObject({ stage: 'confirmed', receipt: { block: 22, status: 'success' } })
})

test('endpoints that disagree on its block prove neither mined nor confirmed', () => {
  expect(stageOf(mined('a', 40, facts(20)), look('b', 40, 7, 'absent'))).toBe('submitted')
  expect(stageOf(look('b', 40, 7, 'absent'), mined('a', 40, facts(20)))).toBe('submitted')
  expect(stageOf(mined('a', 40, facts(20)), mined('b', 40, facts(20, 'success', 500)))).toBe('submitted')
})

test('endpoints that disagree on whether it reverted in one block prove neither', () => {
  for (const [first, second] of [
    ['success', 'reverted'],
    ['reverted', 'success'],
  ] as const) {
    const ended = of([
      broadcast('a', 'accepted'),
      mined('a', 30, facts(19, first)),
      mined('b', 30, facts(19, second)),
      used(hash, 19, 30),
    ])
    expect(ended).toMatchObject({ stage: 'submitted', sent: 'yes', isFinal: false, mayBroadcast: false })
  }
  expect(of([mined('a', 30, facts(19, 'reverted')), mined('b', 30, facts(19, 'reverted'))])).toMatchObject({
    stage: 'reverted',
    isFinal: true,
  })
})

test('an endpoint behind the block, or one that only lacks the receipt, does not contradict', () => {
  expect(stageOf(mined('a', 40, facts(20)), look('b', 19, 7, 'absent'))).toBe('mined')
  expect(stageOf(mined('a', 40, facts(20)), behind('b', 40, 20))).toBe('confirmed')
  expect(stageOf(look('b', 40, 8, 'absent'), mined('a', 40, facts(20)))).toBe('confirmed')
  expect(stageOf(mined('b', 40, facts(20)), look('a', 41, 8, 'absent'))).toBe('submitted') // newer: a reorganization
})

test('a used nonce is not replaced until the transaction that used it is named', () => {
  expect(stageOf(broadcast('a', 'accepted'), look('a', 20, 8, 'absent'))).toBe('unknown')
  const replaced = of([broadcast('a', 'accepted'), look('a', 20, 8, 'absent'), used(other, 19, 20)])
  expect(replaced).toMatchObject({
    stage: 'replaced',
    sent: 'maybe',
    isFinal: false,
    depth: 2,
    replacedBy: { hash: other },
  })
  expect(of([used(other, 19, 30)])).toMatchObject({ isFinal: true, depth: 12, sent: 'no' })
  expect(of([used(other, 19, 29)])).toMatchObject({ isFinal: false, depth: 11, sent: 'maybe' })
})

test('a nonce that our own bytes used waits for their receipt', () => {
  expect(of([broadcast('a', 'accepted'), used(hash, 19)])).toMatchObject({ stage: 'submitted', sent: 'yes' })
})

test('replaced is taken back by a receipt, and by a nonce that is free again at that height', () => {
  expect(stageOf(used(other, 19), mined('a', 20, facts(19)))).toBe('mined')
  expect(stageOf(broadcast('a', 'accepted'), used(other, 19), look('a', 19, 7, 'waiting'))).toBe('submitted')
  expect(stageOf(broadcast('a', 'accepted'), used(other, 19), look('b', 18, 7, 'absent'))).toBe('replaced')
})

test('another endpoint that shows the nonce free there at the same time refutes replaced', () => {
  clock = 0
  const free = { ...look('b', 22, 7, 'absent'), at: seconds(500) }
  const found = { ...used(other, 19, 20), at: seconds(500) }
  expect(stageOf(broadcast('a', 'accepted'), free, found)).toBe('submitted')
  expect(stageOf(broadcast('a', 'accepted'), { ...free, head: head(18) }, found)).toBe('replaced')
})

test('the depth of a replacement is that of the endpoint that showed it, not of another fork', () => {
  const ahead = look('b', 90, 8, 'absent')
  expect(of([used(other, 19, 20), ahead])).toMatchObject({ stage: 'replaced', depth: 2, isFinal: false })
})

test('a block is as deep as a second endpoint supports, if another answered at that moment', () => {
  const alone = mined('a', 900, facts(20))
  expect(of([alone])).toMatchObject({ stage: 'confirmed', depth: 881 })
  expect(of([alone, behind('b', 31, 20)])).toMatchObject({ stage: 'confirmed', depth: 12 })
  expect(of([alone, behind('b', 30, 20)])).toMatchObject({ stage: 'mined', isFinal: false, depth: 11 })
  expect(of([alone, look('b', 19, 7, 'absent')])).toMatchObject({ stage: 'mined', isFinal: false, depth: 0 })
  expect(of([alone, behind('b', 30, 20), behind('c', 31, 20)])).toMatchObject({ stage: 'confirmed', depth: 12 })
})

test('an endpoint whose own blocks are ten minutes old is stuck, and neither supports nor denies a depth', () => {
  const at = seconds(5000)
  const found = { ...mined('a', 31, facts(20)), at, head: head(31, 4990) }
  const late = (time: number) => ({ ...look('b', 19, 7, 'absent'), at, head: head(19, time) })
  expect(of([found, late(4400)])).toMatchObject({ stage: 'mined', depth: 0 })
  expect(of([found, late(4399)])).toMatchObject({ stage: 'confirmed', depth: 12 })
})

test('a nonce is used as deep as a second endpoint supports', () => {
  const alone = used(other, 19, 900)
  expect(of([alone])).toMatchObject({ stage: 'replaced', isFinal: true, sent: 'no' })
  expect(of([look('b', 29, 8, 'absent'), alone])).toMatchObject({ stage: 'replaced', depth: 11, sent: 'maybe' })
  expect(of([look('b', 12, 7, 'absent'), alone])).toMatchObject({ stage: 'replaced', depth: 0, sent: 'maybe' })
})

test('bytes that an endpoint showed long ago are broadcast again if it no longer answers', () => {
  const waiting = { ...look('a', 20, 7, 'waiting'), at: seconds(200) }
  const absent = { ...look('b', 26, 7, 'absent'), at: seconds(260) }
  expect(of([broadcast('a', 'accepted'), waiting, absent])).toMatchObject({ stage: 'submitted', mayBroadcast: true })
  expect(of([broadcast('a', 'accepted'), waiting, { ...absent, at: seconds(205) }])).toMatchObject({
    mayBroadcast: false,
  })
})

test('void needs a final block later than the deadline with the nonce free, and no endpoint that contradicts', () => {
  const sent = broadcast('a', 'accepted')
  expect(of([sent, nonceAt('a', 50, 7, 10_001)])).toMatchObject({
    stage: 'void',
    sent: 'no',
    isFinal: true,
    mayBroadcast: false,
  })
  expect(stageOf(sent, nonceAt('a', 50, 7, 10_000))).toBe('submitted')
  expect(stageOf(sent, nonceAt('a', 50, 7, 10_001, false))).toBe('submitted')
  expect(stageOf(sent, nonceAt('a', 50, 8, 10_001))).toBe('submitted')
  expect(stageOf(sent, nonceAt('a', 50, 7, 10_001), nonceAt('b', 50, 8, 10_001))).toBe('submitted')
  expect(of([sent, nonceAt('a', 50, 7, 10_001)], { finalDepth: 12 }).stage).toBe('submitted')
})

test('past the deadline the bytes are not broadcast again, though nothing is proven yet', () => {
  const late: LookObservation = { ...look('a', 50, 7, 'absent'), head: head(50, 10_001) }
  expect(of([broadcast('a', 'begun'), late])).toMatchObject({ stage: 'unknown', mayBroadcast: false })
  expect(of([late])).toMatchObject({ stage: 'signed', mayBroadcast: false })
})

test('bytes without evidence of a broadcast end as «not sent» without a proof', () => {
  const any = fc.array(
    fc.oneof(
      fc.constantFrom('begun', 'accepted', 'refused', 'no-answer').map((outcome) => broadcast('a', outcome as 'begun')),
      fc.tuple(fc.constantFrom('a', 'b'), fc.nat(60), fc.nat(9)).map(([e, n, nonce]) => look(e, n, nonce, 'absent')),
      fc.tuple(fc.constantFrom('a', 'b'), fc.nat(60)).map(([e, n]) => look(e, n, 7, 'waiting')),
      fc.tuple(fc.constantFrom('a', 'b'), fc.nat(20)).map(([e, n]) => mined(e, 20 + n, facts(20))),
    ),
  )
  fc.assert(
    fc.property(any, (observations) => {
      const { sent, stage } = of([broadcast('a', 'begun'), ...observations])
      expect(sent).not.toBe('no')
      expect(['signed', 'void', 'replaced']).not.toContain(stage)
    }),
  )
})
