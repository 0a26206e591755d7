import { expect, test } from 'vitest'
import { networkName } from '#domain/units'
import { createNetworkLimiters } from './network-limiters.ts'

const [base, ethereum, polygon] = ['base', 'ethereum', 'polygon'].map(networkName)
const forever = () => new Promise<never>(() => undefined)

test('work for one network takes no place from another, nor from requests without a network', async () => {
  const limiters = createNetworkLimiters({ clock: { elapsed: () => 0 } }, [base, ethereum] as never, {
    maxConcurrent: 1,
    maxQueued: 1,
    maxWaitMs: 1_000,
  })
  void limiters.of(base).run(forever)
  void limiters.of(base).run(forever)
  await expect(limiters.of(base).run(async () => 1)).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(await limiters.of(ethereum).run(async () => 2)).toBe(2)
  expect(await limiters.of(undefined).run(async () => 3)).toBe(3)
  expect(await limiters.of(polygon).run(async () => 4)).toBe(4)
  expect(limiters.figures((gate) => gate.running())).toEqual([
    ['network="base"', 1],
    ['network="ethereum"', 0],
    ['network=""', 0],
  ])
  expect(limiters.figures((gate) => gate.queuedCount())[0]).toEqual(['network="base"', 1])
})

test('searches have a quarter of the places, and of the queue', async () => {
  const limits = { maxConcurrent: 8, maxQueued: 4, maxWaitMs: 1_000 }
  const limiters = createNetworkLimiters({ clock: { elapsed: () => 0 } }, [base, ethereum] as never, limits)
  const searches = limiters.searches(base as never)
  for (let i = 0; i < 3; i++) void searches.run(forever)
  expect([searches.running(), searches.queuedCount()]).toEqual([2, 1])
  await expect(searches.run(forever)).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(await limiters.searches(ethereum as never).run(async () => 1)).toBe(1)
})
