/** Ends for good that sell nothing: what an endpoint showed counts until it takes it back, or is no longer in the settings. */
import { expect, test } from 'vitest'
import { conclude } from '#domain/journal/evidence'
import type { Attempt, LookObservation, Observation } from '#domain/journal/observations'
import { gas, hex, seconds, wei } from '#domain/units'

const [hash, cancelHash, other] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const blockHash = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const head = (number: number) => ({ number, hash: blockHash(number), time: seconds(number * 10) })
const look = (
  endpoint: string,
  at: number,
  number: number,
  seen: 'absent' | 'waiting',
  nonce = 7,
): LookObservation => ({
  ...{ kind: 'look', at: seconds(at), endpoint, hash, head: head(number), nonce, seen },
})
const mined = (endpoint: string, at: number, number: number, status: 'success' | 'reverted'): LookObservation => ({
  ...{ kind: 'look', at: seconds(at), endpoint, hash, head: head(number), nonce: 8, seen: 'mined' },
  receipt: { block: 90, blockHash: blockHash(90), gasUsed: gas(1n), feePaid: wei(1n), status },
})
const asked = (...endpoints: string[]): Observation => ({
  ...{ kind: 'asked', at: seconds(1), endpoint: '', hash, endpoints },
})
const free = (endpoint: string, at: number, number = 110): Observation => ({
  ...{ kind: 'nonce-at', at: seconds(at), endpoint, hash, nonce: 7, final: true, block: head(number) },
})
const sent: Observation = { kind: 'broadcast', at: seconds(1), endpoint: 'b', hash, outcome: 'accepted' }
const original: Attempt = { hash, nonce: 7, kind: 'original' }
// by their heads, 1,000 is the time of block 100; a final block is 12 deep
const of = (...observations: Observation[]) =>
  conclude([original], [sent, ...observations], { finalDepth: 12, deadline: seconds(1_000) })

const gone = [look('a', 1_250, 125, 'absent'), free('a', 1_250)]

test('void needs a final block past the deadline of two endpoints in the settings, or of the only one', () => {
  expect(of(asked('a'), ...gone)).toMatchObject({ stage: 'void', sent: 'no', isFinal: true })
  const alone = of(asked('a', 'b'), ...gone)
  expect(alone).toMatchObject({ stage: 'submitted', isFinal: false })
  expect(alone.known).toBe(
    'b accepted it. Block 110 is final, later than its deadline, and does not hold it, which is no proof yet: b did not confirm it. Ask again later or, if an endpoint is gone for good, by the others alone: --rpc-url <url>.',
  )
  expect(of(asked('a', 'b'), ...gone, look('b', 1_250, 125, 'absent'), free('b', 1_250)).stage).toBe('void')
  expect(of(asked('a', 'b'), ...gone, asked('a')).stage).toBe('void')
})

test('a third one that is dead for good keeps no swap from being void, unless it showed something else', () => {
  const confirmed = [...gone, look('b', 1_250, 125, 'absent'), free('b', 1_250)]
  expect(of(asked('a', 'b', 'c'), ...confirmed)).toMatchObject({ stage: 'void', sent: 'no', isFinal: true })
  expect(of(asked('a', 'b', 'c'), ...gone)).toMatchObject({ stage: 'submitted', isFinal: false })
  expect(of(asked('a', 'b', 'c'), mined('c', 950, 95, 'success'), ...confirmed).isFinal).toBe(false)
})

test('one that is stuck does not have to confirm that it is void', () => {
  const [later, stuck] = [look('a', 90_000, 9_000, 'absent'), look('b', 90_000, 20, 'waiting')]
  expect(of(asked('a', 'b'), later, stuck, free('a', 90_000, 8_989)).stage).toBe('void')
})

test('not void while an endpoint that showed it in a block or waiting has not taken that back, however long ago', () => {
  for (const shown of [mined('b', 950, 95, 'success'), look('b', 950, 95, 'waiting')]) {
    const denied = of(asked('a', 'b'), shown, ...gone)
    expect(denied).toMatchObject({ sent: 'yes', isFinal: false })
    expect(denied.known).toContain('b showed otherwise, and did not take it back; b did not confirm it.')
    expect(of(shown, ...gone)).toMatchObject({ sent: 'yes', isFinal: false }) // whatever the settings were
    expect(of(asked('a', 'b'), shown, ...gone, look('b', 1_260, 126, 'absent'), free('b', 1_260)).stage).toBe('void')
    expect(of(asked('a', 'b'), shown, ...gone, asked('a')).stage).toBe('void')
  }
})

test('one block has one end: an endpoint that showed another one is not outvoted by time', () => {
  const before = mined('b', 950, 95, 'success')
  expect(of(asked('a', 'b'), before, mined('a', 1_250, 125, 'reverted'))).toMatchObject({ stage: 'submitted' })
  expect(of(asked('a'), before, mined('a', 1_250, 125, 'reverted'))).toMatchObject({ stage: 'reverted', isFinal: true })
})

test('reverted for good needs that no endpoint still has it in another block or waiting; mined with success does not', () => {
  const elsewhere: LookObservation = { ...mined('b', 950, 95, 'success') }
  const fork = { ...elsewhere, receipt: { ...elsewhere.receipt, blockHash: other } } as LookObservation
  for (const shown of [fork, look('b', 850, 85, 'waiting')]) {
    const denied = of(asked('a', 'b'), shown, mined('a', 1_250, 125, 'reverted'))
    expect(denied).toMatchObject({ stage: 'reverted', isFinal: false, depth: 36 })
    expect(denied.known).toBe(
      'Reverted in block 90, 36 blocks deep. It is not final: b showed otherwise, and did not take it back. Ask again later or, if an endpoint is gone for good, by the others alone: --rpc-url <url>.',
    )
    expect(of(asked('a', 'b'), shown, mined('a', 1_250, 125, 'success'))).toMatchObject({ stage: 'confirmed' })
    expect(of(asked('a', 'b'), shown, mined('a', 1_250, 125, 'reverted'), asked('a')).isFinal).toBe(true)
  }
  const both = [mined('a', 1_250, 125, 'reverted'), mined('b', 1_250, 125, 'reverted')]
  expect(of(asked('a', 'b'), look('b', 850, 85, 'waiting'), ...both)).toMatchObject({
    stage: 'reverted',
    isFinal: true,
  })
})

test('cancelled for good needs that no endpoint still has the original in a block', () => {
  const cancel: Attempt = { hash: cancelHash, nonce: 7, kind: 'cancel' }
  const done: LookObservation = { ...mined('a', 1_250, 125, 'success'), hash: cancelHash }
  const ofBoth = (...observations: Observation[]) => conclude([original, cancel], observations, { finalDepth: 12 })
  const denied = ofBoth(asked('a', 'b'), mined('b', 950, 95, 'success'), done)
  expect(denied).toMatchObject({ stage: 'cancelled', isFinal: false })
  expect(ofBoth(asked('a', 'b'), look('b', 850, 85, 'absent'), done)).toMatchObject({
    stage: 'cancelled',
    isFinal: true,
  })
})

test('replaced for good needs the nonce used, by blocks as deep, at every endpoint in the settings', () => {
  const used: Observation = {
    ...{ kind: 'nonce-used', at: seconds(1_250), endpoint: 'a', hash, head: head(125), by: other },
    ...{ block: 90, blockHash: blockHash(90) },
  }
  const seen = look('a', 1_250, 125, 'absent', 8)
  expect(of(asked('a'), seen, used)).toMatchObject({ stage: 'replaced', sent: 'no', isFinal: true })
  expect(of(asked('a', 'b'), seen, used)).toMatchObject({ stage: 'replaced', sent: 'maybe', isFinal: false })
  const deep = look('b', 1_250, 125, 'absent', 8)
  expect(of(asked('a', 'b'), seen, deep, used)).toMatchObject({ stage: 'replaced', sent: 'no', isFinal: true })
  expect(of(asked('a', 'b'), seen, look('b', 1_250, 100, 'absent', 8), used)).toMatchObject({ isFinal: false })
  expect(of(asked('a', 'b'), mined('b', 950, 95, 'success'), seen, used)).toMatchObject({ stage: 'submitted' })
})

test('a block that no second endpoint has reached is none deep', () => {
  const ahead = of(look('b', 885, 89, 'waiting'), mined('a', 890, 91, 'success'))
  expect(ahead).toMatchObject({ stage: 'mined', depth: 0, isFinal: false })
  expect(ahead.known).toBe('Mined in block 90, which no second endpoint has reached yet.')
})

test('what replaces the bytes of a file is sent by the next run', () => {
  const held: Observation = { kind: 'held', at: seconds(1), endpoint: '', hash }
  const cancel: Attempt = { hash: cancelHash, nonce: 7, kind: 'cancel' }
  const terms = { finalDepth: 12, deadline: seconds(1_000) }
  expect(conclude([original, cancel], [held], terms)).toMatchObject({
    ...{ stage: 'signed', sent: 'maybe', mayBroadcast: true },
    known:
      'It is signed and stored, and was not handed to any node yet; the file that it replaces may have been sent from anywhere.',
  })
  expect(conclude([original, cancel], [held, look('b', 850, 85, 'waiting')], terms).mayBroadcast).toBe(true)
  expect(conclude([original], [held, look('b', 850, 85, 'waiting')], terms).mayBroadcast).toBe(false)
})

test('an endpoint that is no longer in the settings does not keep a block from counting', () => {
  const behind = look('b', 950, 89, 'absent')
  const shown = mined('a', 951, 90, 'success')
  expect(of(asked('a', 'b'), behind, shown)).toMatchObject({ stage: 'mined', depth: 0 })
  expect(of(asked('a', 'b'), behind, asked('a'), shown)).toMatchObject({ stage: 'mined', depth: 1 })
})
