/** Names of sources that there are none of, by which a question says what its thread shall do first. */
export const orders = { die: 'die', spin: 'spin' } as const

/** How long a heavy question takes. */
export const spinMs = 4_000
