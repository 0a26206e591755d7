import { expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import { createGate } from './gate.ts'

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
