// Written by scripts/gen.mjs. Do not edit.

export const all = [] as const
