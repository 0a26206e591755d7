/** Names of sources that there are none of, by which a question says what its thread shall do first. */
export const orders = { die: 'die', spin: 'spin', stick: 'stick' } as const

/** How long a heavy question takes, and one that is as good as stuck. */
export const spinMs = 4_000
export const stuckMs = 120_000
