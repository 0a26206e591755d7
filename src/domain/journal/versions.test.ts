/** Conclusions on a step with several versions: all share its nonce, so one of them at most is in a chain. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conclude, type FinalityTerms } from '#domain/journal/evidence'
import type { Attempt, BroadcastObservation, LookObservation, Observation } from '#domain/journal/observations'
import { amount, gas, type Hex, hex, seconds, wei } from '#domain/units'

const [a, b, c, foreign] = ['aa', 'bb', 'cc', 'ff'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [Hex, Hex, Hex, Hex]
const original: Attempt = { hash: a, nonce: 7, kind: 'original' }
const speedup: Attempt = { hash: b, nonce: 7, kind: 'speedup' }
const cancel: Attempt = { hash: c, nonce: 7, kind: 'cancel' }
const terms: FinalityTerms = { finalDepth: 3, deadline: seconds(10_000) }
const blockHash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const head = (number: number, time = number * 10) => ({ number, hash: blockHash(number), time: seconds(time) })

interface Where {
  readonly at?: number
  readonly by?: string
  readonly height?: number
  readonly nonce?: number
}
const broadcast = (hash: Hex, outcome: BroadcastObservation['outcome'], { at = 1, by = 'x' }: Where = {}) =>
  ({ kind: 'broadcast', at: seconds(at), endpoint: by, hash, outcome }) as const
const look = (hash: Hex, seen: 'absent' | 'waiting', { at = 10, by = 'x', height = 20, nonce = 7 }: Where = {}) =>
  ({ kind: 'look', at: seconds(at), endpoint: by, hash, head: head(height), nonce, seen }) as const
const mined = (
  hash: Hex,
  block: number,
  {
    at = 10,
    by = 'x',
    height = block,
    fork = 0,
    status = 'success' as const,
  }: Where & { fork?: number; status?: 'success' } = {},
): LookObservation => ({
  ...{ kind: 'look', at: seconds(at), endpoint: by, hash, head: head(height), nonce: 8, seen: 'mined' },
  receipt: {
    block,
    blockHash: blockHash(block + fork),
    gasUsed: gas(1n),
    feePaid: wei(1n),
    status,
    received: amount(5n),
  },
})
const of = (attempts: readonly [Attempt, ...Attempt[]], ...observations: readonly Observation[]) =>
  conclude(attempts, observations, terms)
const both = [original, speedup] as const
const cancelled = [original, cancel] as const

test('whichever version is mined concludes the step, and the sentence names it', () => {
  const first = of(both, mined(a, 20, { height: 22 }), look(b, 'absent', { height: 22, nonce: 8 }))
  expect(first).toMatchObject({ stage: 'confirmed', hash: a, sent: 'yes', isFinal: true, mayBroadcast: false })
  expect(first.known).toBe(`Mined in block 20, final: version 1 of 2, the original, ${a}.`)
  const second = of(both, look(a, 'absent', { nonce: 8 }), mined(b, 20))
  expect(second).toMatchObject({ stage: 'mined', hash: b, depth: 1 })
  expect(second.known).toBe(`Mined in block 20, 1 of 3 blocks deep: version 2 of 2, a speedup, ${b}.`)
  expect(of([original], mined(a, 20)).known).toBe('Mined in block 20, 1 of 3 blocks deep.')
})

test('a mined cancellation is cancelled; the original mined instead is not', () => {
  const done = of(cancelled, look(a, 'absent', { nonce: 8 }), mined(c, 20, { height: 22 }))
  expect(done).toMatchObject({ stage: 'cancelled', hash: c, sent: 'yes', isFinal: true, receipt: { block: 20 } })
  expect(done.known).toContain('version 2 of 2, a cancellation')
  expect(of(cancelled, mined(a, 20), look(c, 'absent', { nonce: 8 }))).toMatchObject({ stage: 'mined', hash: a })
})

test('a reorganization from one version to the other: the newer look of the same endpoint counts', () => {
  const reorganized = of(
    both,
    mined(a, 20),
    look(b, 'absent', { nonce: 8 }),
    look(a, 'absent', { at: 30, height: 24, nonce: 8 }),
    mined(b, 22, { at: 30, height: 24 }),
  )
  expect(reorganized).toMatchObject({ stage: 'confirmed', hash: b, receipt: { block: 22 } })
  const back = of(
    both,
    mined(b, 20),
    look(b, 'waiting', { at: 30, height: 24 }),
    look(a, 'absent', { at: 30, height: 24 }),
  )
  expect(back).toMatchObject({ stage: 'submitted', hash: b })
})

test('two versions shown in blocks at the same moment: neither is mined', () => {
  const torn = of(
    both,
    mined(a, 20, { by: 'x' }),
    look(b, 'absent', { by: 'x', nonce: 8 }),
    look(a, 'absent', { by: 'y', nonce: 8 }),
    mined(b, 20, { by: 'y', fork: 500 }),
  )
  expect(torn).toMatchObject({ stage: 'submitted', sent: 'yes', depth: 0, isFinal: false })
  expect(of(both, mined(a, 20), mined(b, 20)).stage).toBe('submitted') // one endpoint that lies
  const old = of(
    both,
    mined(a, 20, { by: 'x', at: 10 }),
    look(a, 'absent', { by: 'y', at: 100, nonce: 8 }),
    mined(b, 21, { by: 'y', at: 100 }),
  )
  expect(old).toMatchObject({ stage: 'mined', hash: b })
})

test('an endpoint that shows the nonce free above the block contradicts the other version', () => {
  const free = look(a, 'waiting', { by: 'y', height: 25 })
  expect(of(both, mined(b, 20, { by: 'x' }), free).stage).toBe('submitted')
  expect(of(both, mined(b, 20, { by: 'x' }), { ...free, head: head(19) }).stage).toBe('mined') // it lags
})

test('the stage is about the newest version that an endpoint has', () => {
  expect(of(both, broadcast(a, 'accepted'), broadcast(b, 'accepted'))).toMatchObject({ stage: 'submitted', hash: b })
  const refused = of(both, broadcast(a, 'accepted'), broadcast(b, 'refused'), look(a, 'waiting'), look(b, 'absent'))
  expect(refused).toMatchObject({ stage: 'submitted', hash: a, mayBroadcast: true })
  expect(refused.known).toBe(`x has it waiting for a block: version 1 of 2, the original, ${a}.`)
  // that one endpoint has lost the first version says nothing about the second one
  expect(of(both, broadcast(a, 'accepted'), broadcast(b, 'accepted'), look(a, 'absent'))).toMatchObject({ hash: b })
})

test('a stored version that was handed to nobody may be broadcast, though an older one waits at a node', () => {
  const died = of(cancelled, broadcast(a, 'accepted'), look(a, 'waiting'))
  expect(died).toMatchObject({ stage: 'submitted', hash: a, sent: 'yes', mayBroadcast: true })
  expect(of([original, speedup])).toMatchObject({ stage: 'signed', sent: 'no', mayBroadcast: true })
  expect(of([original], broadcast(a, 'accepted'), look(a, 'waiting')).mayBroadcast).toBe(false)
})

test('a nonce that any version used waits for its receipt; a foreign one replaces them all', () => {
  const used = (by: Hex) =>
    ({
      kind: 'nonce-used',
      at: seconds(9),
      endpoint: 'x',
      hash: a,
      head: head(20),
      by,
      block: 20,
      blockHash: blockHash(20),
    }) as const
  for (const own of [a, b])
    expect(of(both, broadcast(a, 'accepted'), used(own))).toMatchObject({ stage: 'submitted', hash: own })
  expect(of(both, broadcast(b, 'accepted'), used(foreign))).toMatchObject({
    stage: 'replaced',
    replacedBy: { hash: foreign },
  })
  const deep = { ...used(foreign), head: head(22) }
  expect(of(both, broadcast(b, 'accepted'), deep)).toMatchObject({ sent: 'no', isFinal: true })
  expect(of(both, broadcast(b, 'accepted'), { ...deep, sameCall: true })).toMatchObject({
    ...{ stage: 'replaced', sent: 'yes', isFinal: true },
    known: `Another transaction of this account, ${foreign}, made the same call and used the nonce in block 20, final. How it ended is not known yet.`,
  })
  for (const [status, end] of [
    ['success', 'It succeeded.'],
    ['reverted', 'It reverted.'],
  ] as const)
    expect(of(both, broadcast(b, 'accepted'), { ...deep, sameCall: true, status })).toMatchObject({
      ...{ stage: 'replaced', sent: 'yes', replacedBy: { sameCall: true, status } },
      known: `Another transaction of this account, ${foreign}, made the same call and used the nonce in block 20, final. ${end}`,
    })
})

test('past the deadline a speedup is void, but a cancellation can still be mined', () => {
  const late = {
    kind: 'nonce-at',
    at: seconds(9),
    endpoint: 'x',
    hash: a,
    block: head(50, 10_001),
    nonce: 7,
    final: true,
  } as const
  const sent = [broadcast(a, 'accepted'), broadcast(b, 'accepted'), broadcast(c, 'accepted')]
  expect(of(both, ...sent.slice(0, 2), late)).toMatchObject({ stage: 'void', sent: 'no', isFinal: true })
  expect(of(cancelled, ...sent, late)).toMatchObject({ stage: 'submitted', hash: c, isFinal: false })
  const lost = look(c, 'absent', { height: 2_000 })
  expect(of(cancelled, broadcast(c, 'begun'), lost)).toMatchObject({ stage: 'unknown', mayBroadcast: true })
  expect(of(both, broadcast(b, 'begun'), look(b, 'absent', { height: 2_000 }))).toMatchObject({ mayBroadcast: false })
})

test('whatever endpoints show: broadcast bytes are never «not sent» without a proof, and one version at most is mined', () => {
  const hashes = fc.constantFrom(a, b)
  const where = fc.record({
    at: fc.integer({ min: 1, max: 60 }),
    by: fc.constantFrom('x', 'y'),
    height: fc.integer({ min: 20, max: 40 }),
  })
  const any = fc.array(
    fc.oneof(
      fc
        .tuple(hashes, fc.constantFrom('begun', 'accepted', 'refused', 'no-answer'), where)
        .map(([h, o, w]) => broadcast(h, o as 'begun', w)),
      fc
        .tuple(hashes, fc.constantFrom('absent', 'waiting'), where, fc.constantFrom(7, 8))
        .map(([h, s, w, nonce]) => look(h, s as 'absent', { ...w, nonce })),
      fc.tuple(hashes, where).map(([h, w]) => mined(h, 20, w)),
    ),
  )
  fc.assert(
    fc.property(any, (observations) => {
      const found = of(both, broadcast(a, 'begun'), ...observations)
      expect(found.sent).not.toBe('no')
      expect(['signed', 'void', 'replaced', 'cancelled']).not.toContain(found.stage)
      if (found.receipt === undefined) return
      const last = observations.filter((one) => one.kind === 'look' && one.hash === found.hash && one.seen === 'mined')
      expect(last.length).toBeGreaterThan(0)
    }),
  )
})
