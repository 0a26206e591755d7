/** Runs one load task against a server in a separate process and sends back the result. */
import { Agent, get } from 'node:http'
import { createHistogram } from './histogram.mjs'
import { questions } from './questions.mjs'

/**
 * @import { AnswerNote, ClosedTask, PacedTask, Status, Statuses, Tally, Task, TimedTally } from './shapes.ts'
 * @typedef {{ status: Status, body?: Buffer | undefined, retryAfter?: number }} Answer
 */

process.once('message', run)

/** @param {Task} task */
async function run(task) {
  const result = task.rate === undefined ? await closedLoop(task) : await runPaced(task)
  process.send?.(result, () => process.disconnect())
}

/** Counts answers; a time runs from when a request was due, whether or not it could be sent then. */
function createTally() {
  const histogram = createHistogram()
  /** @type {Map<number, { count: number, good: number, histogram: ReturnType<typeof createHistogram> }>} */
  const bySecond = new Map()
  /** @type {Statuses} */
  const statuses = {}
  /** @type {Buffer[]} */
  const answers = []
  return {
    /** @param {Answer & { second: number, ms: number }} answer */
    take({ status, body, second, ms }) {
      statuses[status] = (statuses[status] ?? 0) + 1
      const one = bySecond.get(second) ?? { count: 0, good: 0, histogram: createHistogram() }
      bySecond.set(second, one)
      one.count += 1
      one.histogram.add(ms)
      if (status !== 200) return
      one.good += 1
      histogram.add(ms)
      if (body !== undefined) answers.push(body)
    },
    /** @returns {Tally} */
    result: () => ({
      statuses,
      ms: histogram.figures(),
      answers: answers.map(noteOf), // parsed afterwards: the server needs the processor now
      seconds: [...bySecond].map(([second, { count, good, histogram: of }]) => ({
        second,
        count,
        good,
        p99: of.figures().p99,
      })),
    }),
  }
}

/**
 * @param {Buffer} body
 * @returns {AnswerNote}
 */
function noteOf(body) {
  const { id, amountOut, blockNumber } = JSON.parse(body.toString('utf8'))
  return { id, amountOut, blockNumber: Number(blockNumber) }
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @returns {Promise<Answer>}
 */
function ask(agent, url) {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      /** @type {Buffer[]} */
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const retryAfter = Number(response.headers['retry-after'] ?? 0)
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), retryAfter })
      })
      response.on('error', () => resolve({ status: 'cut off' }))
    })
    request.on('error', () => resolve({ status: request.reusedSocket ? 'cut off' : 'no way in' }))
  })
}

/** @param {Task & { sockets: number }} task */
const askerOf = ({ url, path, sockets, ...draw }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const paths = questions(draw)
  return { agent, next: () => url + (path ?? paths.next().value) }
}

/**
 * A fixed number of requests per second, whatever the server does.
 * @param {PacedTask} task
 * @returns {Promise<Tally>}
 */
async function runPaced(task) {
  const { rate, seconds, keep = true } = task
  const { agent, next } = askerOf(task)
  const tally = createTally()
  /** @type {Set<Promise<void>>} */
  const open = new Set()
  const began = performance.now()
  for (let asked = 0; asked < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1_000) + 1)
    for (; asked < due; asked += 1) {
      const at = began + (asked * 1_000) / rate
      const second = Math.floor((at - began) / 1_000)
      /** @type {Promise<void>} */
      const one = ask(agent, next()).then(({ status, body }) => {
        open.delete(one)
        tally.take({ status, body: keep ? body : undefined, second, ms: performance.now() - at })
      })
      open.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(open)
  agent.destroy()
  return tally.result()
}

/**
 * As many requests as the server answers, with a fixed number of clients; until the server ends if no time is given.
 * Clients obey `retry-after`.
 * @param {ClosedTask} task
 * @returns {Promise<TimedTally>}
 */
async function closedLoop(task) {
  const { clients, seconds = Number.POSITIVE_INFINITY, keep = false } = task
  const tally = createTally()
  const began = performance.now()
  /** @param {Status} status */
  const isOver = (status) => (performance.now() - began) / 1_000 > seconds || typeof status === 'string'
  /** @param {number} i */
  const client = async (i) => {
    const { agent, next } = askerOf({ ...task, seed: task.seed + i, sockets: 1 })
    for (let status = /** @type {Status} */ (200); !isOver(status); ) {
      const at = performance.now()
      const answer = await ask(agent, next())
      status = answer.status
      const second = Math.floor((at - began) / 1_000)
      tally.take({ status, body: keep ? answer.body : undefined, second, ms: performance.now() - at })
      const { retryAfter = 0 } = answer
      if (retryAfter > 0) await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))
  return { ...tally.result(), took: (performance.now() - began) / 1_000 }
}
