/** Runs the built program in this process as often as wanted: what a run adds to the process is removed after it. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

/**
 * @typedef {object} Circumstances
 * @property {Readonly<Record<string, string>>} env all variables that it gets
 * @property {string} [cwd]
 * @property {string} [input] without it, the process's own standard input
 */

/** Events of the process that the program listens to until its process ends. */
const heard = ['exit', 'SIGINT', 'SIGTERM', 'unhandledRejection', 'uncaughtException']
/** @type {NodeJS.EventEmitter} */
const events = process

// As after a run of the program: how a request fails that its command gave up changes nothing.
for (const name of ['unhandledRejection', 'uncaughtException']) events.on(name, () => undefined)

/** @param {string} bin the program's `bin/swapline.js` */
export function createRunner(bin) {
  const require = createRequire(bin)
  const dist = join(dirname(bin), '../dist')
  const { main } = require(join(dist, 'main.js'))
  /** @type {{ start: (argv: readonly string[]) => Promise<void> } | undefined} */
  let program
  const parts = {
    start: () => {
      program ??= require('./load-cached.js').loadCached(join(dist, 'start.js'))
      return program?.start
    },
    complete: () => require(join(dist, 'complete.js')).complete,
  }
  return (/** @type {readonly string[]} */ args, /** @type {Circumstances} */ circumstances) =>
    runHere(() => main(args, parts), circumstances)
}

/**
 * The exit status of one run. `isOver`: the program ended its process, so that what it left undone would go on in this one.
 * @param {() => Promise<void>} main
 * @param {Circumstances} circumstances
 */
async function runHere(main, { env, cwd, input }) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const place = process.cwd()
  if (cwd !== undefined) process.chdir(cwd)
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  if (input !== undefined)
    Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [input]), configurable: true })
  const before = heard.map((name) => events.listeners(name))
  const added = () =>
    heard.flatMap((name, i) =>
      events.listeners(name).flatMap((listener) => (before[i]?.includes(listener) ? [] : [{ name, listener }])),
    )
  const { exit } = process
  let isOver = false
  /** @type {Promise<void>} */
  const left = new Promise((resolve) => {
    process.exit = /** @type {typeof process.exit} */ (
      (code) => {
        process.exitCode = code ?? process.exitCode ?? 0
        isOver = true
        resolve()
      }
    )
  })
  process.exitCode = 0
  try {
    await Promise.race([main(), left])
    // The end of a process would tell them.
    for (const { name, listener } of added()) if (name === 'exit') listener.call(process, process.exitCode)
    return { code: Number(process.exitCode), isOver }
  } finally {
    for (const { name, listener } of added()) events.removeListener(name, /** @type {() => void} */ (listener))
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin)
    process.exit = exit
    process.chdir(place)
    process.exitCode = undefined
  }
}
