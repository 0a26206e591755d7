import { expect, test } from 'vitest'
import { conclude } from '#domain/journal/evidence'
import type { LookObservation, Observation, ReceiptFacts } from '#domain/journal/observations'
import { amount, gas, hex, seconds, wei } from '#domain/units'

const hash = hex(`0x${'aa'.repeat(32)}`)
const other = hex(`0x${'bb'.repeat(32)}`)
const blockHash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const head = (number: number) => ({ number, hash: blockHash(number), time: seconds(number * 10) })
const facts = (block: number, status: 'success' | 'reverted' = 'success'): ReceiptFacts => ({
  ...{ block, blockHash: blockHash(block), gasUsed: gas(1n), feePaid: wei(1n), status, received: amount(5n) },
})
const mined = (endpoint: string, at: number, number: number, receipt: ReceiptFacts): LookObservation => ({
  ...{ kind: 'look', at: seconds(at), endpoint, hash, head: head(number), nonce: 8, seen: 'mined', receipt },
})
const absent = (endpoint: string, at: number, number: number, nonce: number): LookObservation => ({
  ...{ kind: 'look', at: seconds(at), endpoint, hash, head: head(number), nonce, seen: 'absent' },
})
const sent: Observation = { kind: 'broadcast', at: seconds(1), endpoint: 'a', hash, outcome: 'accepted' }
const of = (...observations: Observation[]) =>
  conclude([{ hash, nonce: 7, kind: 'original' }], [sent, ...observations], {
    finalDepth: 12,
    deadline: seconds(10_000),
  })

// the deadline is 10,000
const past: Observation = {
  ...{ kind: 'nonce-at', at: seconds(10_300), endpoint: 'b', hash, nonce: 7, final: true, block: head(1_010) },
}

test('void needs that no endpoint shows it mined at that moment', () => {
  const seen = of(mined('a', 10_300, 1_025, facts(990)), absent('b', 10_300, 1_025, 7), past)
  expect(seen).toMatchObject({ sent: 'yes' })
})

test('void needs that no endpoint has it waiting at a head before the deadline at that moment', () => {
  const waiting = (number: number): LookObservation => ({ ...absent('a', 10_300, number, 7), seen: 'waiting' })
  const other = absent('b', 10_300, 1_025, 7)
  expect(of(waiting(995), other, past)).toMatchObject({ stage: 'submitted', sent: 'yes' })
  expect(of(waiting(1_025), other, past)).toMatchObject({ stage: 'void', sent: 'no' })
})

test('an endpoint that is stuck before the deadline denies nothing by what waits there, but by a block', () => {
  const [later, other] = [seconds(90_000), absent('b', 90_000, 9_000, 7)]
  const free: Observation = { ...past, at: later, block: head(8_989) }
  expect(of({ ...absent('a', 90_000, 50, 7), seen: 'waiting' }, other, free)).toMatchObject({ stage: 'void' })
  expect(of(mined('a', 90_000, 50, facts(49)), other, free).sent).toBe('yes')
  const used: Observation = {
    ...{ kind: 'nonce-used', at: later, endpoint: 'b', hash, head: head(9_000), by: blockHash(7) },
    ...{ block: 49, blockHash: blockHash(8) },
  }
  const elsewhere = { ...absent('b', 90_000, 9_000, 8), otherBlock: blockHash(8) }
  const waiting: LookObservation = { ...absent('a', 90_000, 50, 7), seen: 'waiting' }
  const taken = (a: LookObservation) => of(a, elsewhere, { ...used, block: 51 })
  expect(taken(waiting)).toMatchObject({ stage: 'replaced', isFinal: true })
  expect(taken(mined('a', 90_000, 50, facts(49)))).toMatchObject({ stage: 'submitted', isFinal: false })
})

test('where every endpoint is stuck, the chain is, or the clock is ahead: what waits there denies too', () => {
  const [later, other] = [seconds(90_000), absent('b', 90_000, 1_025, 7)]
  const free: Observation = { ...past, at: later }
  const waiting = (number: number): LookObservation => ({ ...absent('a', 90_000, number, 7), seen: 'waiting' })
  expect(of(waiting(995), other, free)).toMatchObject({ stage: 'submitted', sent: 'yes' })
  expect(of(waiting(1_025), other, free)).toMatchObject({ stage: 'void', sent: 'no' })
})

test('an endpoint that has another block at that height denies it, though the nonce is used', () => {
  const elsewhere = { ...absent('b', 700, 70, 8), otherBlock: other }
  expect(of(mined('a', 700, 70, facts(40)), elsewhere)).toMatchObject({ stage: 'submitted', isFinal: false })
  expect(of(mined('a', 700, 70, facts(40)), absent('b', 700, 70, 8))).toMatchObject({ stage: 'confirmed' })
})

test('a stuck endpoint does not count, though the clock was set back since the bytes were sent', () => {
  const ahead: Observation = { kind: 'broadcast', at: seconds(13_500), endpoint: 'a', hash, outcome: 'accepted' }
  const seen = of(ahead, mined('a', 12_000, 1_200, facts(1_000)), mined('b', 12_000, 1_000, facts(1_000)))
  expect(seen).toMatchObject({ stage: 'confirmed' })
})

test('replaced for good needs that no endpoint shows it mined at that moment', () => {
  const used: Observation = {
    ...{ kind: 'nonce-used', at: seconds(500), endpoint: 'b', hash, head: head(70), by: other },
    ...{ block: 41, blockHash: blockHash(41) },
  }
  const seen = of(mined('a', 500, 70, facts(40)), mined('b', 500, 70, facts(40, 'reverted')), used)
  expect(seen.sent).not.toBe('no')
})

test('what an endpoint shows now counts, though the clock was set back since another one was asked', () => {
  const seen = of(mined('b', 10_000, 40, facts(40)), mined('a', 10_000, 40, facts(40)), absent('a', 6_400, 60, 7))
  expect(seen.stage).not.toBe('mined')
})

test('figures of a receipt that endpoints tell differently are unknown, each by itself; the end is not', () => {
  const told = (gasUsed: bigint, feePaid: bigint, received: bigint): ReceiptFacts => ({
    ...facts(40),
    ...{ gasUsed: gas(gasUsed), feePaid: wei(feePaid), received: amount(received) },
  })
  const figuresOf = (one: ReceiptFacts, another: ReceiptFacts) => {
    const { stage, receipt } = of(mined('a', 700, 70, one), mined('b', 700, 70, another))
    return [stage, receipt?.gasUsed, receipt?.feePaid, receipt?.received]
  }
  expect(figuresOf(told(5n, 6n, 7n), told(5n, 6n, 7n))).toEqual(['confirmed', 5n, 6n, 7n])
  expect(figuresOf(told(5n, 6n, 7n), told(4n, 6n, 7n))).toEqual(['confirmed', undefined, 6n, 7n])
  expect(figuresOf(told(5n, 6n, 7n), told(5n, 0n, 7n))).toEqual(['confirmed', 5n, undefined, 7n])
  expect(figuresOf(told(5n, 6n, 7n), told(5n, 6n, 8n))).toEqual(['confirmed', 5n, 6n, undefined])
  // another block's receipt is no other word about this one
  const before = mined('b', 100, 70, { ...told(1n, 1n, 1n), blockHash: other })
  const { receipt } = of(before, mined('b', 700, 70, told(5n, 6n, 7n)), mined('a', 700, 70, told(5n, 6n, 7n)))
  expect(receipt).toEqual(told(5n, 6n, 7n))
})
