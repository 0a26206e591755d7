import { evaluate, gasCost } from '#evaluate'

/**
 * What an answer is worth: evaluated exactly, whatever the runner claims. `counts` where it can be carried out within the
 * leg cap. Bounds become bounds of the net, which has the gas of the transaction taken off too.
 */
export function judge({ set, mostLegs }, { index, ms, answer, fault }) {
  if (answer === undefined) return { index, ms, counts: false, fault: fault ?? 'no route' }
  const job = set.jobs[index]
  const done = evaluate(set, job, answer.route)
  const bounds = answer.bounds && netBounds(set, job, answer.bounds)
  if ('fault' in done) return { index, ms, counts: false, bounds, fault: done.fault }
  const overCap = done.legs > mostLegs
  return { index, ms, ...done, claimed: answer.claimed, bounds, overCap, counts: !overCap }
}

function netBounds(set, { tokenOut }, { any, capped }) {
  const before = gasCost(set, tokenOut, set.gas.baseGas) - 1n // it is rounded up, and a bound has to err upwards
  return { any: any - before, capped: capped - before }
}
