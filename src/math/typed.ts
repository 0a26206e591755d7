/**
 * Reads of typed arrays whose index is in range by construction, which `noUncheckedIndexedAccess` cannot know. One
 * function per array type stays monomorphic, so the engine inlines it to the bare load.
 */
export const f64 = (list: Float64Array, i: number): number => list[i] as number

export const f32 = (list: Float32Array, i: number): number => list[i] as number

export const i32 = (list: Int32Array, i: number): number => list[i] as number

/** As `Float64Array.from`, which walks an iterator for a list and takes ten times as long. */
export function toFloat64<T>(list: readonly T[], toNumber: (one: T) => number): Float64Array {
  const values = new Float64Array(list.length)
  for (let i = 0; i < list.length; i += 1) values[i] = toNumber(list[i] as T)
  return values
}

/** As `Int32Array.from`, like {@link toFloat64}. */
export function toInt32<T>(list: readonly T[], toNumber: (one: T) => number): Int32Array {
  const values = new Int32Array(list.length)
  for (let i = 0; i < list.length; i += 1) values[i] = toNumber(list[i] as T)
  return values
}
