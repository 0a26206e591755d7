/** Stops servers while connections of every kind are open. */
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quotePath, waitForQuote } from './fixture.mjs'

/**
 * @import { startFixture } from './fixture.mjs'
 * @typedef {Awaited<ReturnType<typeof startFixture>>} Fixture
 */

const each = 5

/**
 * Sends `words`, then nothing more while the connection is open.
 * @param {string} url
 * @param {string} words
 */
function openHalfSent(url, words) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(words))
  socket.on('error', () => undefined)
  return socket
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @returns {Promise<string>}
 */
function ask(agent, url) {
  return new Promise((resolve) => {
    let begun = false
    const request = get(url, { agent }, (response) => {
      begun = true
      response.resume()
      response.on('end', () => resolve(String(response.statusCode))).on('error', () => resolve('cut off'))
    })
    // the kernel may reject a new connection that is no longer accepted; a reused one was accepted
    request.on('error', () => resolve(request.reusedSocket || begun ? 'cut off' : 'no way in'))
  })
}

/**
 * Sends requests until one is not answered.
 * @param {string} url
 * @param {string[]} results
 */
async function client(url, results) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let amount = 1_000n; ; amount += 1n) {
    const status = await ask(agent, `${url}${quotePath('ethereum')}&sellAmount=${amount * 10n ** 15n}`)
    results.push(status)
    if (!/^\d+$/.test(status)) return agent.destroy()
  }
}

/**
 * One server with silent, half-sent and kept connections, four clients that send requests without a pause, and in every
 * fourth round a quote of a network that has just gone silent.
 * @param {Fixture} fixture
 * @param {number} round
 * @returns how long it took to end, in seconds, and the result of every request
 */
export async function endOnce(fixture, round) {
  fixture.proxy.rules([])
  const server = await fixture.serve()
  const { asked } = await waitForQuote(server.url, 'ethereum')
  const kept = new Agent({ keepAlive: true, maxSockets: each })
  await Promise.all(Array.from({ length: each }, () => ask(kept, `${server.url}/healthz`)))
  const halves = ['', 'GET /healthz HTTP/1.1\r\nhost: x\r\n', 'GET /agg'].flatMap((words) =>
    Array.from({ length: each }, () => openHalfSent(server.url, words)),
  )
  /** @type {string[]} */
  const results = []
  const clients = Array.from({ length: 4 }, () => client(server.url, results))
  fixture.proxy.rules([{ fault: { kind: 'hang' } }])
  const pending =
    round % 4 === 3 ? [ask(new Agent(), `${server.url}${quotePath('base')}&sellAmount=${10n ** 18n}`)] : []
  await sleep(1_000 + 37 * round) // at a different moment of the load each time
  const from = performance.now()
  server.child.kill('SIGTERM')
  const code = await server.ended
  const seconds = (performance.now() - from) / 1_000
  await Promise.all(clients)
  results.push(...(await Promise.all(pending)))
  for (const socket of halves) socket.destroy()
  kept.destroy()
  return { seconds, code, results, pending: pending.length, logged: server.answered() - asked }
}
