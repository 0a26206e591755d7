import { expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import { createGate as gateOf } from './gate.ts'

let now = 0
const createGate = (limit: { atOnce: number; waiting: number; waitWithin?: number }) =>
  gateOf({ clock: { elapsed: () => now } }, { waitWithin: 60_000, ...limit })

function held() {
  let open: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  return { until, open: () => open() }
}

test('so many at once, so many wait, the rest is refused; failures give their place back', async () => {
  const gate = createGate({ atOnce: 2, waiting: 1 })
  const first = held()
  let most = 0
  const work = async () => {
    most = Math.max(most, gate.running())
    await first.until
  }
  const passed = [gate.pass(work), gate.pass(work), gate.pass(work)]
  await expect(gate.pass(work)).rejects.toSatisfy((error) => isFailure(error, 'OVERLOADED'))
  expect([gate.running(), gate.waiting()]).toEqual([2, 1])
  first.open()
  await Promise.all(passed)
  expect([gate.running(), gate.waiting(), most]).toEqual([0, 0, 2])

  await expect(gate.pass(() => Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  expect(gate.running()).toBe(0)
})

test('whoever waited longest is next', async () => {
  const gate = createGate({ atOnce: 1, waiting: 9 })
  const order: number[] = []
  await Promise.all([0, 1, 2, 3].map((i) => gate.pass(async () => void order.push(i))))
  expect(order).toEqual([0, 1, 2, 3])
})

test('who waited in vain does not begin, and leaves its place in the queue to others', async () => {
  const gate = createGate({ atOnce: 1, waiting: 1 })
  const first = held()
  const working = gate.pass(() => first.until)
  const patience = new AbortController()
  let begun = false
  const waiting = gate.pass(async () => {
    begun = true
  }, patience.signal)
  patience.abort(new RangeError('too late'))
  await expect(waiting).rejects.toThrow('too late')
  expect(gate.waiting()).toBe(0)
  const next = gate.pass(async () => 'next')
  first.open()
  await working
  expect([await next, begun, gate.running()]).toEqual(['next', false, 0])
  await expect(gate.pass(async () => undefined, patience.signal)).rejects.toThrow('too late')
})

test('who would wait for too long is refused, by how long work took of late; one may always wait', async () => {
  const gate = createGate({ atOnce: 2, waiting: 100, waitWithin: 100 })
  const works = Array.from({ length: 40 }, held)
  const passed = works.map(({ until }) => gate.pass(() => until).catch(() => undefined))
  expect([gate.running(), gate.waiting()]).toEqual([2, 38])
  for (const { open } of works.slice(0, 38)) {
    now += 30
    open()
    await new Promise(setImmediate)
  }
  expect([gate.running(), gate.waiting()]).toEqual([2, 0])
  const later = Array.from({ length: 5 }, () => gate.pass(async () => 'in time').catch((error) => error.code))
  expect(gate.waiting()).toBe(3) // of 30 ms each
  for (const { open } of works) open()
  expect(await Promise.all(later)).toEqual(['in time', 'in time', 'in time', 'OVERLOADED', 'OVERLOADED'])
  await Promise.all(passed)

  const slow = held()
  const first = [gate.pass(() => slow.until), gate.pass(() => slow.until)]
  now += 60_000
  slow.open()
  await Promise.all(first)
  const next = held()
  const three = [1, 2, 3].map(() => gate.pass(() => next.until))
  await expect(gate.pass(() => next.until)).rejects.toSatisfy((error) => isFailure(error, 'OVERLOADED'))
  next.open()
  await Promise.all(three)
})

test('one halt among quick works refuses nobody who would be answered in time', async () => {
  const gate = createGate({ atOnce: 1, waiting: 100, waitWithin: 100 })
  const works = Array.from({ length: 101 }, held)
  const passed = works.map(({ until }) => gate.pass(() => until))
  for (const [i, { open }] of works.entries()) {
    now += i === 80 ? 60 : 2
    if (i === 90) break
    open()
    await new Promise(setImmediate)
  }
  expect([gate.running(), gate.waiting()]).toEqual([1, 10])
  const twenty = Array.from({ length: 20 }, () => gate.pass(async () => 'in time')) // half of what would be in time
  for (const { open } of works) open()
  expect(await Promise.all(twenty)).toEqual(twenty.map(() => 'in time'))
  await Promise.all(passed)
})
