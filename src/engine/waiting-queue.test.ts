import { expect, test } from 'vitest'
import { amount, evm, networkName } from '#domain/units'
import type { RoutingJob } from './routing-worker.ts'
import { createWaitingQueue } from './waiting-queue.ts'

const token = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const limits = { maxHops: 4, maxSplits: 8, maxLegs: 24 }

function selling(from: number, to: number): RoutingJob {
  const request = { tokenIn: token(from), tokenOut: token(to), wrapped: token(9), amountIn: amount(1n), ...limits }
  const asked = { request, include: [], exclude: [], gasPrice: undefined }
  return {
    request: { kind: 'find', network: networkName('sandbox'), asked },
    resolve: () => undefined,
    reject: () => undefined,
  }
}

function opened() {
  let now = 0
  const waiting = createWaitingQueue({ clock: { elapsed: () => now } }, 2)
  return { waiting, later: (milliseconds: number) => (now += milliseconds) }
}

test('a slot gets its own pairs first, in either direction, and others if it has none', () => {
  const { waiting } = opened()
  const [odd, even, back] = [selling(1, 2), selling(1, 3), selling(2, 1)]
  expect([odd, even, back].map((job) => waiting.add(job))).toEqual([1, 0, 1])
  expect([waiting.takeNext(1), waiting.takeNext(1), waiting.takeNext(1), waiting.takeNext(1)]).toEqual([
    odd,
    back,
    even,
    undefined,
  ])
})

test('a request that has waited too long for its own slot is next at any', () => {
  const { waiting, later } = opened()
  const [even, odd] = [selling(1, 3), selling(1, 2)]
  waiting.add(even)
  later(51)
  waiting.add(odd)
  expect(waiting.takeNext(1)).toBe(even)
  expect([waiting.size(), waiting.takeAll(), waiting.size()]).toEqual([1, [odd], 0])
})
