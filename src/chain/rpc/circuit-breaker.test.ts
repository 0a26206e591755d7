import { expect, test } from 'vitest'
import { type Circuit, closedCircuit, onAnswer, onFailure, onProbe, onProbeFailure } from './circuit-breaker.ts'

const open = (waitMs: number, probeAt: number): Circuit => ({ state: 'open', waitMs, probeAt })

test('one failed call opens it', () => {
  expect(onFailure(closedCircuit, { begunAt: 0, now: 10_000 })).toEqual(open(250, 10_250))
  expect(onFailure(onAnswer(500), { begunAt: 501, now: 10_000 })).toEqual(open(250, 10_250))
})

test('a failed call does not open it if another was answered since that call began', () => {
  const answered = onAnswer(6_000)
  expect(onFailure(answered, { begunAt: 5_999, now: 15_999 })).toBe(answered)
})

test('allows one probe at a time, and none before it is due', () => {
  const circuit = open(250, 10_250)
  expect(onProbe(closedCircuit, 10_250)).toBeUndefined()
  expect(onProbe(circuit, 10_249)).toBeUndefined()
  const probing = onProbe(circuit, 10_250)
  expect(probing).toEqual({ state: 'half-open', waitMs: 250 })
  expect(onProbe(probing ?? circuit, 99_999)).toBeUndefined()
})

test('the waits between probes double, up to two seconds', () => {
  let [circuit, now] = [onFailure(closedCircuit, { begunAt: 0, now: 0 }), 0]
  const waits: number[] = []
  for (let probes = 0; probes < 6 && circuit.state === 'open'; probes += 1) {
    waits.push(circuit.waitMs)
    now = circuit.probeAt
    circuit = onProbeFailure(onProbe(circuit, now) ?? circuit, now)
  }
  expect(waits).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000])
})

test('a late failure of a call begun before the circuit opened changes nothing', () => {
  const circuit = open(1_000, 20_000)
  expect(onFailure(circuit, { begunAt: 0, now: 10_000 })).toBe(circuit)
  const probing = onProbe(circuit, 20_000) ?? circuit
  expect(onFailure(probing, { begunAt: 0, now: 20_001 })).toBe(probing)
  expect(onProbeFailure(circuit, 10_000)).toBe(circuit)
})

test('an answer closes it in any state, and the next failure starts with the shortest wait', () => {
  const closed = onAnswer(7_000)
  expect(closed).toEqual({ state: 'closed', answeredAt: 7_000 })
  expect(onFailure(closed, { begunAt: 8_000, now: 9_000 })).toEqual(open(250, 9_250))
})
