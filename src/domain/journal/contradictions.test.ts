import { expect, test } from 'vitest'
import { conclude, type LookObservation, type Observation, type ReceiptFacts } from '#domain/journal/evidence'
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

test('void needs that no endpoint shows it mined at that moment', () => {
  const free: Observation = {
    ...{ kind: 'nonce-at', at: seconds(20_000), endpoint: 'b', hash, nonce: 7, final: true },
    block: { ...head(50), time: seconds(10_001) },
  }
  expect(of(mined('a', 20_000, 70, facts(40)), absent('b', 20_000, 70, 7), free)).toMatchObject({ sent: 'yes' })
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

test('void needs that no endpoint has it waiting at a head before the deadline at that moment', () => {
  const waiting: LookObservation = { ...absent('a', 20_000, 70, 7), seen: 'waiting' }
  const free: Observation = {
    ...{ kind: 'nonce-at', at: seconds(20_000), endpoint: 'b', hash, nonce: 7, final: true },
    block: { ...head(50), time: seconds(10_001) },
  }
  expect(of(waiting, absent('b', 20_000, 70, 7), free)).toMatchObject({ stage: 'submitted', sent: 'yes' })
})
