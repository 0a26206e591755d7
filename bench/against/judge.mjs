import { evaluate, gasCost } from '#evaluate'
import { itemAt } from '#item-at'

/** @import { Bounds, CappedRow, Job, PoolSet, Row, TimedAnswer } from '#shapes' */

/**
 * The value of an answer, evaluated exactly, regardless of what the runner claims. Bounds become bounds of the net
 * output, less the gas of the transaction too. `net` is missing if the route cannot be executed.
 * @param {PoolSet} set
 * @param {TimedAnswer} timed
 * @returns {Row}
 */
export function judge(set, { index, ms, provenMs, answer, fault }) {
  if (answer === undefined) return { index, ms, fault: fault ?? 'no route' }
  const job = itemAt(set.jobs, index)
  const done = evaluate(set, job, answer.route)
  const bounds = answer.bounds && netBounds(set, job, answer.bounds)
  const times = bounds === undefined ? { ms } : { ms, provenMs }
  if ('fault' in done) return { index, ...times, bounds, fault: done.fault }
  return { index, ...times, ...done, claimed: answer.claimed, bounds }
}

/**
 * The same under a leg cap: `counts` if it can be executed within the cap.
 * @param {Row} row
 * @param {number} maxLegs
 * @returns {CappedRow}
 */
export function underCap(row, maxLegs) {
  const overCap = row.legs !== undefined && row.legs > maxLegs
  return { ...row, overCap, counts: row.net !== undefined && !overCap }
}

/**
 * @param {PoolSet} set
 * @param {Job} job
 * @param {Bounds} bounds
 */
function netBounds(set, { tokenOut }, { any, capped }) {
  const before = gasCost(set, tokenOut, set.gas.baseGas) - 1n // gas is rounded up, and a bound has to err upwards
  return { any: any - before, capped: capped - before }
}
