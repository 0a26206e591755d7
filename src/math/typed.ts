/**
 * Reads of typed arrays whose index is in range by construction, which `noUncheckedIndexedAccess` cannot know. One
 * function per array type stays monomorphic, so the engine inlines it to the bare load.
 */
export const f64 = (list: Float64Array, i: number): number => list[i] as number

export const f32 = (list: Float32Array, i: number): number => list[i] as number

export const i32 = (list: Int32Array, i: number): number => list[i] as number
