import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap } from './heap.ts'

// a heap does not tell −0 from 0
const anyKey = fc.double({ noNaN: true }).map((key) => key + 0)

test('pops keys in order, each with its value', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 700 }), (keys) => {
      const heap = createHeap()
      keys.forEach((key, value) => {
        heap.push(key, value)
      })
      const values: number[] = []
      for (let value = heap.pop(); value >= 0; value = heap.pop()) {
        expect(heap.key()).toBe(keys[value])
        values.push(value)
      }
      expect(values.map((value) => keys[value])).toEqual(Array.from(Float64Array.from(keys).sort()))
      expect(new Set(values).size).toBe(keys.length)
    }),
    { seed: Number(process.env['SWAPLINE_SEED'] ?? 20_261_121) },
  )
})

test('a cleared heap is empty', () => {
  const heap = createHeap()
  heap.push(1, 7)
  heap.clear()
  expect(heap.pop()).toBe(-1)
})
