import { evaluate } from '#evaluate'
import { openTines, packageName } from '#peers/tines-market'
import { legCount } from '#peers/within-legs'

/** @import { Answer, Job, MaybeAnswer, PoolSet, Runner } from '#shapes' */

const flowCounts = [undefined, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30]

/**
 * Runs tines with many numbers of flows: the best exact net within the leg cap. That is more than its users get; its
 * time is that of all tries.
 * @type {Runner}
 */
export const runner = {
  packageName,
  about: `the best of ${flowCounts.length} numbers of flows within the leg cap`,
  open(set) {
    const quote = openTines(set)
    return { quote: (job, { maxLegs }) => bestOf({ set, quote, maxLegs }, job) }
  },
}

/**
 * @param {{ set: PoolSet, quote: ReturnType<typeof openTines>, maxLegs: number }} context
 * @param {Job} job
 * @returns {MaybeAnswer}
 */
function bestOf({ set, quote, maxLegs }, job) {
  /** @type {{ answer: Answer, net: bigint } | undefined} */
  let best
  for (const flows of flowCounts) {
    const answer = quote(job, flows)
    if (answer === undefined || legCount(answer.route) > maxLegs) continue
    const done = evaluate(set, job, answer.route)
    if ('fault' in done) continue
    if (best === undefined || done.net > best.net) best = { answer, net: done.net }
  }
  return best?.answer
}
