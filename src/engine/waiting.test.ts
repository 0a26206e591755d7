import { expect, test } from 'vitest'
import { amount, evm, networkName } from '#domain/units'
import type { Job } from './thread.ts'
import { createWaiting } from './waiting.ts'

const token = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const limits = { maxHops: 4, maxSplits: 8, maxLegs: 24 }

function selling(from: number, to: number): Job {
  const request = { tokenIn: token(from), tokenOut: token(to), wrapped: token(9), amountIn: amount(1n), ...limits }
  const asked = { request, include: [], exclude: [], gasPrice: undefined }
  return {
    asked: { kind: 'find', network: networkName('sandbox'), asked },
    done: () => undefined,
    reject: () => undefined,
  }
}

function opened() {
  let now = 0
  const waiting = createWaiting({ clock: { elapsed: () => now } }, 2)
  return { waiting, later: (milliseconds: number) => (now += milliseconds) }
}

test('a seat gets its own pairs first, either way round, and others rather than none', () => {
  const { waiting } = opened()
  const [odd, even, back] = [selling(1, 2), selling(1, 3), selling(2, 1)]
  expect([odd, even, back].map((job) => waiting.add(job))).toEqual([1, 0, 1])
  expect([waiting.next(1), waiting.next(1), waiting.next(1), waiting.next(1)]).toEqual([odd, back, even, undefined])
})

test('who has waited too long for its own seat is next at any', () => {
  const { waiting, later } = opened()
  const [even, odd] = [selling(1, 3), selling(1, 2)]
  waiting.add(even)
  later(51)
  waiting.add(odd)
  expect(waiting.next(1)).toBe(even)
  expect([waiting.size(), waiting.empty(), waiting.size()]).toEqual([1, [odd], 0])
})
