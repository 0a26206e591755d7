import { f64, i32 } from './typed.ts'

/** A priority queue with the least key first. Grows as needed; `clear` keeps its memory. */
export interface Heap {
  push(key: number, value: number): void
  /** Removes the least key and returns its value; −1 if empty. The key is in `key` until the next call. */
  pop(): number
  readonly key: () => number
  clear(): void
}

export function createHeap(): Heap {
  let keys = new Float64Array(256)
  let values = new Int32Array(256)
  let size = 0
  let taken = 0

  const grow = () => {
    const [oldKeys, oldValues] = [keys, values]
    keys = new Float64Array(oldKeys.length * 2)
    values = new Int32Array(oldKeys.length * 2)
    keys.set(oldKeys)
    values.set(oldValues)
  }
  const put = (place: number, key: number, value: number) => {
    keys[place] = key
    values[place] = value
  }

  return {
    push(key, value) {
      if (size === keys.length) grow()
      let place = size
      size += 1
      while (place > 0) {
        const above = (place - 1) >>> 1
        if (f64(keys, above) <= key) break
        put(place, f64(keys, above), i32(values, above))
        place = above
      }
      put(place, key, value)
    },
    pop() {
      if (size === 0) return -1
      taken = f64(keys, 0)
      const value = i32(values, 0)
      size -= 1
      const [key, moved] = [f64(keys, size), i32(values, size)]
      let place = 0
      for (;;) {
        let below = 2 * place + 1
        if (below >= size) break
        if (below + 1 < size && f64(keys, below + 1) < f64(keys, below)) below += 1
        if (f64(keys, below) >= key) break
        put(place, f64(keys, below), i32(values, below))
        place = below
      }
      put(place, key, moved)
      return value
    },
    key: () => taken,
    clear() {
      size = 0
    },
  }
}
