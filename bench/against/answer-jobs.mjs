/**
 * The process of one runner: `node answer-jobs.mjs <runner> <set>`. Opens the runner on the set, then answers the jobs
 * it receives one after another, and reports the time of each. The parent evaluates the answers.
 */
import { itemAt } from '#item-at'
import { readPoolSet } from '#pool-set'
import { loadRunner } from '#runner-list'

/** @import { Question } from '#shapes' */

const [, , name = '', file = ''] = process.argv
const set = readPoolSet(file)
const runner = await loadRunner(name)

const from = performance.now()
const opened = await runner.open(set)
process.send?.({ opened: performance.now() - from })

process.on('message', answerJob)

/** @param {Question} question */
async function answerJob({ index, limits, repeat }) {
  let [ms, provenMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let answer
  let fault
  for (let i = 0; i < repeat && fault === undefined; i += 1) {
    const start = performance.now()
    try {
      answer = await opened.quote(itemAt(set.jobs, index), limits)
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error)
    }
    const whole = performance.now() - start
    ms = Math.min(ms, whole - (answer?.boundMs ?? 0))
    provenMs = Math.min(provenMs, whole)
  }
  process.send?.({ index, ms, provenMs, answer, fault })
}
