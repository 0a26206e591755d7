/**
 * How long a user waits before anything happens. Every case is a whole process, and the cases take turns, so that a
 * busy machine slows all of them alike; the figure that counts is the difference to `node -e 0` in the same run.
 *
 *   npm run bench:start -- [--json] [--rounds 15]
 *
 * `quote, first byte` ends when a local node receives the first byte of the first request; `quote, whole` is a quote on
 * a warm sandbox from argv to exit. The cases of completion are what a shell waits for at Tab: a word of the table, a
 * token of the chosen network, and an id, for which the store is read.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * @import { Server } from 'node:net'
 * @typedef {{ median: number, low: number, high: number }} Summary
 */

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '15' } },
})
const bin = fileURLToPath(new URL('../../bin/swapline.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'swapline-bench-'))
const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }

/**
 * Milliseconds over `node -e 0`.
 * @type {Record<string, number>}
 */
const targets = {
  '--version': 15,
  '--help': 15,
  'complete an option': 15,
  'complete a token': 15,
  'complete an id': 45,
  'quote, first byte': 45,
  'quote, whole': 150,
}

const silentNode = await listen()
/** @type {Record<string, () => Promise<number>>} */
const cases = {
  'node -e 0': () => whole(['-e', '0']),
  '--version': () => whole([bin, '--version']),
  '--help': () => whole([bin, '--help']),
  'complete an option': () => completed('quote', '--slip'),
  'complete a token': () => completed('quote', '1', 'us'),
  'complete an id': () => completed('distributions', ''),
  'quote, first byte': () => measureUntilAsked(silentNode),
  'quote, whole': () => whole([bin, ...quoteOn('sandbox')]),
}

try {
  await whole([bin, 'sandbox', 'up'])
  await whole([bin, ...quoteOn('sandbox')]) // so that there is an id
  report(await measure(cases, Number(values.rounds)))
} finally {
  await whole([bin, 'sandbox', 'down'])
  silentNode.close()
  rmSync(home, { recursive: true, force: true })
}

/**
 * @param {Record<string, () => Promise<number>>} todo
 * @param {number} rounds
 */
async function measure(todo, rounds) {
  const cases = Object.entries(todo).map(([name, run]) => ({ name, run, times: /** @type {number[]} */ ([]) }))
  // the first round warms the disk cache and is not counted
  for (let round = 0; round <= rounds; round++) {
    for (const { run, times } of cases) {
      const time = await run()
      if (round > 0) times.push(time)
    }
  }
  return cases.map(({ name, times }) => ({ name, ...summary(times) }))
}

/** @param {readonly string[]} args */
async function whole(args) {
  const from = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return performance.now() - from
}

/** @param {string[]} words a half-typed line */
function completed(...words) {
  return whole([bin, '__complete', 'zsh', '--', ...words])
}

/** @param {Server} server */
async function measureUntilAsked(server) {
  const asked = once(server, 'asked')
  const from = performance.now()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the silent node has no port')
  const url = `http://127.0.0.1:${address.port}`
  const child = spawn(process.execPath, [bin, ...quoteOn('base'), '--rpc-url', url], { env, stdio: 'ignore' })
  await asked
  const time = performance.now() - from
  child.kill('SIGKILL')
  await once(child, 'close')
  return time
}

/** @param {string} network */
function quoteOn(network) {
  return ['quote', '1', 'ETH', 'USDC', '-n', network]
}

async function listen() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => server.emit('asked'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** @param {readonly (Summary & { name: string })[]} summaries */
function report(summaries) {
  const base = summaries.find(({ name }) => name === 'node -e 0')?.median ?? 0
  const rows = summaries.map((one) => ({ ...one, over: round(one.median - base), target: targets[one.name] ?? null }))
  if (values.json)
    console.log(JSON.stringify({ bench: 'start', node: process.version, rounds: Number(values.rounds), rows }))
  else for (const row of rows) console.log(`${row.name.padEnd(18)} ${line(row)}`)
}

/** @param {Summary & { over: number, target: number | null }} row */
function line({ median, low, high, over, target }) {
  const goal = target === null ? '' : `, target ${target}`
  return `${String(median).padStart(7)} ms (${low} to ${high}), ${over} over node -e 0${goal}`
}

/**
 * The median, and the lower and upper quartile.
 * @param {readonly number[]} list
 * @returns {Summary}
 */
function summary(list) {
  const sorted = list.toSorted((a, b) => a - b)
  /** @param {number} share */
  const at = (share) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

/** @param {number} time */
function round(time) {
  return Math.round(time * 10) / 10
}
