/** Names of sources that do not exist, by which a query tells its worker what to do first. */
export const orders = { die: 'die', spin: 'spin', stick: 'stick' } as const

/** Duration of a slow query, and of one that is as good as stuck. */
export const spinMs = 4_000
export const stuckMs = 120_000
