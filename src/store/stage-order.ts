import type { Intent, JournalTx, Stage, Step } from '#domain/swap'

/**
 * Where a signed transaction may go from each stage. `mined` may fall back: a reorganisation can return a transaction
 * to the waiting ones. What is final stays final.
 */
const follows: Readonly<Record<Stage, readonly Stage[]>> = {
  built: [],
  simulated: [],
  signed: ['submitted', 'unknown', 'mined', 'confirmed', 'reverted', 'replaced', 'cancelled'],
  submitted: ['unknown', 'mined', 'confirmed', 'reverted', 'replaced', 'cancelled'],
  unknown: ['submitted', 'mined', 'confirmed', 'reverted', 'replaced', 'cancelled'],
  mined: ['submitted', 'unknown', 'confirmed', 'reverted', 'replaced', 'cancelled'],
  confirmed: [],
  reverted: [],
  replaced: [],
  cancelled: [],
}

/** Stages of a step that nothing is signed for yet. */
export const earlyStages: ReadonlySet<Stage> = new Set(['built', 'simulated'])

/** Whether a transaction at `from` may be noted at `to`. A report that comes late, from a slower process, may not. */
export const mayFollow = (from: Stage, to: Stage): boolean => follows[from].includes(to)

/** What an intent exists for; all else that it signs prepares this. */
const purposes: Readonly<Record<Intent['kind'], readonly Step[]>> = {
  swap: ['swap', 'wrap'],
  approve: ['approve'],
  deploy: ['deploy'],
}

/**
 * How far an intent has come, from its transactions in the order they were signed:
 *
 * 1. the stage of the transaction it exists for, once that is signed;
 * 2. otherwise that of its latest preparation which is on its way or failed for good, since nothing can follow it;
 * 3. otherwise `early`, what was noted before anything was signed: preparations that are done do not count.
 */
export function intentStage(kind: Intent['kind'], transactions: readonly JournalTx[], early: Stage): Stage {
  const purpose = transactions.find((tx) => purposes[kind].includes(tx.step))
  if (purpose !== undefined) return purpose.stage
  return transactions.findLast((tx) => tx.stage !== 'confirmed')?.stage ?? early
}
