import { expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import { createConcurrencyLimiter as gateOf } from './concurrency-limiter.ts'

let now = 0
const createGate = (limit: { maxConcurrent: number; maxQueued: number; maxWaitMs?: number }) =>
  gateOf({ clock: { elapsed: () => now } }, { maxWaitMs: 60_000, ...limit })

function held() {
  let open: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  return { until, open: () => open() }
}

test('runs and queues up to the limits, refuses the rest; failures release their place', async () => {
  const gate = createGate({ maxConcurrent: 2, maxQueued: 1 })
  const first = held()
  let max = 0
  const work = async () => {
    max = Math.max(max, gate.running())
    await first.until
  }
  const passed = [gate.run(work), gate.run(work), gate.run(work)]
  await expect(gate.run(work)).rejects.toSatisfy((error) => isFailure(error, 'OVERLOADED'))
  expect([gate.running(), gate.queuedCount()]).toEqual([2, 1])
  first.open()
  await Promise.all(passed)
  expect([gate.running(), gate.queuedCount(), max]).toEqual([0, 0, 2])

  await expect(gate.run(() => Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  expect(gate.running()).toBe(0)
})

test('the longest waiting runs next', async () => {
  const gate = createGate({ maxConcurrent: 1, maxQueued: 9 })
  const order: number[] = []
  await Promise.all([0, 1, 2, 3].map((i) => gate.run(async () => void order.push(i))))
  expect(order).toEqual([0, 1, 2, 3])
})

test('aborted while waiting: does not begin and gives up its place in the queue', async () => {
  const gate = createGate({ maxConcurrent: 1, maxQueued: 1 })
  const first = held()
  const working = gate.run(() => first.until)
  const patience = new AbortController()
  let begun = false
  const waiting = gate.run(async () => {
    begun = true
  }, patience.signal)
  patience.abort(new RangeError('too late'))
  await expect(waiting).rejects.toThrow('too late')
  expect(gate.queuedCount()).toBe(0)
  const next = gate.run(async () => 'next')
  first.open()
  await working
  expect([await next, begun, gate.running()]).toEqual(['next', false, 0])
  await expect(gate.run(async () => undefined, patience.signal)).rejects.toThrow('too late')
})

test('refused if the recent pace predicts too long a wait; one may always wait', async () => {
  const gate = createGate({ maxConcurrent: 2, maxQueued: 100, maxWaitMs: 100 })
  const works = Array.from({ length: 40 }, held)
  const passed = works.map(({ until }) => gate.run(() => until).catch(() => undefined))
  expect([gate.running(), gate.queuedCount()]).toEqual([2, 38])
  for (const { open } of works.slice(0, 38)) {
    now += 30
    open()
    await new Promise(setImmediate)
  }
  expect([gate.running(), gate.queuedCount()]).toEqual([2, 0])
  const later = Array.from({ length: 5 }, () => gate.run(async () => 'in time').catch((error) => error.code))
  expect(gate.queuedCount()).toBe(3) // of 30 ms each
  for (const { open } of works) open()
  expect(await Promise.all(later)).toEqual(['in time', 'in time', 'in time', 'OVERLOADED', 'OVERLOADED'])
  await Promise.all(passed)

  const slow = held()
  const first = [gate.run(() => slow.until), gate.run(() => slow.until)]
  now += 60_000
  slow.open()
  await Promise.all(first)
  const next = held()
  const three = [1, 2, 3].map(() => gate.run(() => next.until))
  await expect(gate.run(() => next.until)).rejects.toSatisfy((error) => isFailure(error, 'OVERLOADED'))
  next.open()
  await Promise.all(three)
})

test('a single stall among fast work refuses no one who would be answered in time', async () => {
  const gate = createGate({ maxConcurrent: 1, maxQueued: 100, maxWaitMs: 100 })
  const works = Array.from({ length: 101 }, held)
  const passed = works.map(({ until }) => gate.run(() => until))
  for (const [i, { open }] of works.entries()) {
    now += i === 80 ? 60 : 2
    if (i === 90) break
    open()
    await new Promise(setImmediate)
  }
  expect([gate.running(), gate.queuedCount()]).toEqual([1, 10])
  const twenty = Array.from({ length: 20 }, () => gate.run(async () => 'in time')) // half of what would be in time
  for (const { open } of works) open()
  expect(await Promise.all(twenty)).toEqual(twenty.map(() => 'in time'))
  await Promise.all(passed)
})
