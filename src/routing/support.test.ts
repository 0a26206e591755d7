import { expect, test } from 'vitest'
import type { Edge } from './market.ts'
import { allowed, connected, tokenOrder } from './support.ts'

/** Edges `source-target`, each over a pool of its own unless it names one: `0-1:x`. */
function edges(...texts: readonly string[]): Edge[] {
  const pools = new Map<string, object>()
  return texts.map((text, id) => {
    const [ends = '', pool = `own ${id}`] = text.split(':')
    const [source, target] = ends.split('-').map(Number)
    const live = pools.get(pool) ?? {}
    pools.set(pool, live)
    return { id, source, target, live } as unknown as Edge
  })
}

const wide = { maxHops: 5, maxSplits: 20, maxLegs: 64 }

test('a token is traded on once everything that flows into it has come', () => {
  expect(tokenOrder(edges('0-1', '1-3', '0-2', '2-1'), 0)).toEqual([0, 2, 1, 3])
})

test('a circle has no order, nor has an edge that nothing leads to', () => {
  expect(tokenOrder(edges('0-1', '1-2', '2-1', '2-3'), 0)).toBeUndefined()
  expect(tokenOrder(edges('0-1', '2-1'), 0)).toBeUndefined()
  expect(tokenOrder(edges('0-1', '1-0'), 0)).toBeUndefined()
})

test('a pool serves one leg', () => {
  expect(allowed(wide, edges('0-1:a', '0-2', '2-1'), 0)).toBe(true)
  expect(allowed(wide, edges('0-1:a', '0-1:a'), 0)).toBe(false)
  expect(allowed(wide, edges('0-1', '1-2:a', '0-2', '2-1:a'), 0)).toBe(false)
})

test('limits hold for the legs together, not for each way alone', () => {
  const crossing = edges('0-1', '0-1', '1-2', '1-2') // two ways through 1, but three once they mix
  expect(allowed({ ...wide, maxSplits: 3 }, crossing, 0)).toBe(true)
  expect(allowed({ ...wide, maxSplits: 2 }, crossing, 0)).toBe(false)
  expect(allowed({ ...wide, maxLegs: 3 }, crossing, 0)).toBe(false)

  const mixed = edges('0-1', '0-2', '2-1', '1-3', '3-4', '1-4') // 0-2-1-3-4 comes about at 1
  expect(allowed({ ...wide, maxHops: 4 }, mixed, 0)).toBe(true)
  expect(allowed({ ...wide, maxHops: 3 }, mixed, 0)).toBe(false)
})

test('what leads nowhere goes with the leg it hung on', () => {
  const all = edges('0-1', '1-2', '2-3', '0-3')
  expect(connected(all.slice(1), 0, 3)).toEqual(all.slice(3))
  expect(connected(all.slice(0, 2).concat(all.slice(3)), 0, 3)).toEqual(all.slice(3))
})
