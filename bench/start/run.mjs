/**
 * How long a user waits before anything happens. Every case is a whole process, and the cases take turns, so that a
 * busy machine slows all of them alike; the figure that counts is the difference to `node -e 0` in the same run.
 *
 *   npm run bench:start -- [--json] [--rounds 15] [--before <another checkout, built>]
 *
 * Beside the time that passes, the processors' own is measured, of all threads and of the main thread alone: it says
 * something on a busy machine too. With `--before` the program of that checkout takes turns with this one.
 * `quote, first byte` ends when a local node receives the first byte of the first request; `quote, whole` is a quote on
 * a warm sandbox from argv to exit; its two amounts need one leg, and as many legs as a route may have. The cases of completion are what a shell waits for at Tab: a word of the table, a
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
 * @typedef {{ wall: number, all?: number, main?: number }} Times milliseconds
 * @typedef {{ median: number, low: number, high: number }} Summary
 */

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '15' }, before: { type: 'string' } },
})
const bin = fileURLToPath(new URL('../../bin/swapline.js', import.meta.url))
const reporter = fileURLToPath(new URL('report-cpu.cjs', import.meta.url))
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
  'quote 1 ETH': 100,
  'quote 1000 ETH': 300,
}

const silentNode = await listen()
/**
 * @param {string} program
 * @returns {Record<string, () => Promise<Times>>}
 */
const casesOf = (program) => ({
  '--version': () => whole([program, '--version']),
  '--help': () => whole([program, '--help']),
  'complete an option': () => whole([program, ...completed('quote', '--slip')]),
  'complete a token': () => whole([program, ...completed('quote', '1', 'us')]),
  'complete an id': () => whole([program, ...completed('distributions', '')]),
  'quote, first byte': () => measureUntilAsked(program, silentNode),
  'quote 1 ETH': () => whole([program, ...quoteOn('sandbox')]),
  'quote 1000 ETH': () => whole([program, ...quoteOn('sandbox', '1000')]),
})
const codes = { now: bin, ...(values.before === undefined ? {} : { before: join(values.before, 'bin/swapline.js') }) }
const cases = [
  { code: '', name: 'node -e 0', run: () => whole(['-e', '0']) },
  ...Object.entries(codes).flatMap(([code, program]) =>
    Object.entries(casesOf(program)).map(([name, run]) => ({ code, name, run })),
  ),
]

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
 * @param {readonly { code: string, name: string, run: () => Promise<Times> }[]} todo
 * @param {number} rounds
 */
async function measure(todo, rounds) {
  const measured = todo.map((one) => ({ ...one, times: /** @type {Times[]} */ ([]) }))
  // the first round warms the disk cache and is not counted
  for (let round = 0; round <= rounds; round++) {
    for (const { run, times } of measured) {
      const time = await run()
      if (round > 0) times.push(time)
    }
  }
  return measured.map(({ code, name, times }) => {
    /** @param {'wall' | 'all' | 'main'} of */
    const spread = (of) => summary(times.flatMap((time) => time[of] ?? []))
    return { code, name, wall: spread('wall'), all: spread('all'), main: spread('main') }
  })
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Times>}
 */
async function whole(args) {
  const from = performance.now()
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe', 'pipe'])
  const child = spawn(process.execPath, ['--require', reporter, ...args], { env, stdio: [...stdio] })
  child.stdout?.resume() // a pipe, as a shell's
  const said = ['', '']
  for (const [i, stream] of [child.stdio[2], child.stdio[3]].entries())
    stream?.on('data', (text) => {
      said[i] += text
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said[0]}`)
  return { wall: performance.now() - from, ...JSON.parse(said[1] ?? '') }
}

/** @param {string[]} words a half-typed line */
function completed(...words) {
  return ['__complete', 'zsh', '--', ...words]
}

/**
 * @param {string} program
 * @param {Server} server
 * @returns {Promise<Times>}
 */
async function measureUntilAsked(program, server) {
  const asked = once(server, 'asked')
  const from = performance.now()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the silent node has no port')
  const url = `http://127.0.0.1:${address.port}`
  const child = spawn(process.execPath, [program, ...quoteOn('base'), '--rpc-url', url], { env, stdio: 'ignore' })
  await asked
  const wall = performance.now() - from
  child.kill('SIGKILL')
  await once(child, 'close')
  return { wall }
}

/** @param {string} network */
function quoteOn(network, sold = '1') {
  return ['quote', sold, 'ETH', 'USDC', '-n', network]
}

async function listen() {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => server.emit('asked'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** @param {Awaited<ReturnType<typeof measure>>} measured */
function report(measured) {
  const base = measured.find(({ code }) => code === '')
  const rows = measured.map((one) => ({
    ...one,
    over: overBase(one, base),
    target: targets[one.name] ?? null,
  }))
  const result = { bench: 'start', node: process.version, rounds: Number(values.rounds), rows }
  if (values.json) console.log(JSON.stringify(result))
  else for (const row of rows) console.log(line(row))
}

/**
 * @typedef {Record<'wall' | 'all' | 'main', Summary>} Measured
 * @param {Measured} one
 * @param {Measured | undefined} base
 */
function overBase(one, base) {
  /** @param {'wall' | 'all' | 'main'} of */
  const over = (of) => round(one[of].median - (base?.[of].median ?? 0))
  return {
    wall: over('wall'),
    all: one.all.median === 0 ? null : over('all'),
    main: one.main.median === 0 ? null : over('main'),
  }
}

/** @param {Measured & { code: string, name: string, over: ReturnType<typeof overBase>, target: number | null }} row */
function line({ code, name, wall, over, target }) {
  const goal = target === null ? '' : `, target ${target}`
  const processors = over.all === null ? '' : `; processors ${over.all}, main thread ${over.main}`
  const time = `${String(wall.median).padStart(7)} ms (${wall.low} to ${wall.high})`
  return `${code.padEnd(7)} ${name.padEnd(18)} ${time}; over node -e 0: ${over.wall}${goal}${processors}`
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
