import { evaluate, gasCost } from '#evaluate'

/**
 * What an answer is worth: evaluated exactly, whatever the runner claims. Bounds become bounds of the net, which has the
 * gas of the transaction taken off too. `net` is missing where it cannot be carried out.
 */
export function judge(set, { index, ms, provenMs, answer, fault }) {
  if (answer === undefined) return { index, ms, fault: fault ?? 'no route' }
  const job = set.jobs[index]
  const done = evaluate(set, job, answer.route)
  const bounds = answer.bounds && netBounds(set, job, answer.bounds)
  const times = bounds === undefined ? { ms } : { ms, provenMs }
  if ('fault' in done) return { index, ...times, bounds, fault: done.fault }
  return { index, ...times, ...done, claimed: answer.claimed, bounds }
}

/** The same under a leg cap: `counts` where it can be carried out within it. */
export function underCap(row, mostLegs) {
  const overCap = row.legs > mostLegs
  return { ...row, overCap, counts: row.net !== undefined && !overCap }
}

function netBounds(set, { tokenOut }, { any, capped }) {
  const before = gasCost(set, tokenOut, set.gas.baseGas) - 1n // it is rounded up, and a bound has to err upwards
  return { any: any - before, capped: capped - before }
}
