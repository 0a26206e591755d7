/** Requests quotes at a fixed rate in a separate process, and sends back the result of each. */
import { Agent, get } from 'node:http'

/**
 * @typedef {object} Task
 * @property {string} url
 * @property {string} path the URL path without the amount, which differs each time so that no cached answer is used
 * @property {number} rate
 * @property {number} seconds
 * @property {number} seed
 * @typedef {{ status: string, ms: number }} Answer
 */

process.once('message', run)

/** @param {Task} task */
async function run(task) {
  const result = await runPaced(task)
  process.send?.(result, () => process.disconnect())
}

/**
 * The status; `cut off` if an answer or an open connection was lost, `no way in` if none could be opened.
 * @param {Agent} agent
 * @param {string} url
 * @returns {Promise<string>}
 */
function ask(agent, url) {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', () => resolve('cut off'))
    })
    request.on('error', () => resolve(request.reusedSocket ? 'cut off' : 'no way in'))
  })
}

/**
 * A fixed number of requests per second, whatever the server does; a time runs from when a quote was due.
 * @param {Task} task
 */
async function runPaced({ url, path, rate, seconds, seed }) {
  const agent = new Agent({ keepAlive: true })
  /** @type {Answer[]} */
  const answers = []
  /** @type {Set<Promise<void>>} */
  const open = new Set()
  const began = performance.now()
  for (let asked = 0; asked < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1_000) + 1)
    for (; asked < due; asked += 1) {
      const at = began + (asked * 1_000) / rate
      const amount = 10n ** 15n * BigInt((((seed + asked) * 7_919) % 5_000) + 1) // up to 5 ether, in mixed order
      /** @type {Promise<void>} */
      const one = ask(agent, `${url}${path}&sellAmount=${amount}`).then((status) => {
        open.delete(one)
        answers.push({ status, ms: performance.now() - at })
      })
      open.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(open)
  agent.destroy()
  return answers
}
