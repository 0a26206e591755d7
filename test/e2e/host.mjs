/**
 * The built program in a process that runs one command after another: of a short run, most is starting, and code that is
 * not compiled yet. Environment, standard streams and exit status are those of each run.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

const [, , bin = ''] = process.argv
const dist = join(dirname(bin), '../dist')
const require = createRequire(bin)
const { main } = require(join(dist, 'main.js'))
const { start } = require('./load-cached.js').loadCached(join(dist, 'start.js'))

const emitter = /** @type {import('node:events').EventEmitter} */ (process)
const events = ['exit', 'SIGINT', 'SIGTERM', 'unhandledRejection', 'uncaughtException']
const streams = /** @type {const} */ (['stdout', 'stderr'])

// As after a run of the program: how a request fails that its command gave up changes nothing.
for (const name of ['unhandledRejection', 'uncaughtException']) emitter.on(name, () => undefined)

/** @param {import('./hosts.ts').HostedRun} job */
async function run({ args, env, input }) {
  const texts = { stdout: '', stderr: '' }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [input]), configurable: true })
  for (const name of streams) {
    process[name].removeAllListeners('error')
    process[name].write = (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...more) => {
      texts[name] += Buffer.from(/** @type {string} */ (chunk)).toString()
      const done = more.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  }
  const kept = new Map(events.map((name) => [name, emitter.listeners(name)]))
  process.exitCode = undefined
  // What the command leaves undone would go on here, and must not: no other command runs in this process.
  process.exit = (code) => {
    process.send?.({ ...texts, code: Number(code ?? process.exitCode ?? 0), isOver: true })
    return /** @type {never} */ (undefined)
  }
  await main(args, { start: () => start })
  const code = Number(process.exitCode ?? 0)
  for (const [name, before] of kept)
    for (const listener of emitter.listeners(name).filter((one) => !before.includes(one))) {
      emitter.removeListener(name, /** @type {() => void} */ (listener))
      if (name === 'exit') listener(code)
    }
  process.send?.({ ...texts, code, isOver: false })
}

const { exit } = process
emitter.on('message', (job) => void run(job))
emitter.once('disconnect', () => exit())
