/** Runs the built program in this process as often as wanted: what a run adds to the process is removed after it. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'

const require = createRequire(import.meta.url)
const dist = join(import.meta.dirname, '../../../dist')
const { main } = require(join(dist, 'main.js'))
const { loadCached } = require('../../../bin/load-cached.js')
/** @type {{ start: (argv: readonly string[]) => Promise<void> } | undefined} */
let program
const parts = {
  start: () => {
    program ??= loadCached(join(dist, 'start.js'))
    return program?.start
  },
  complete: () => require(join(dist, 'complete.js')).complete,
}

/** Events of the process that the program listens to until its process ends. */
const heard = ['exit', 'SIGINT', 'SIGTERM', 'unhandledRejection', 'uncaughtException']
/** @type {NodeJS.EventEmitter} */
const events = process

/**
 * The exit status of one run.
 * @param {readonly string[]} args
 * @param {{ env: Readonly<Record<string, string>>, cwd?: string, input?: string }} circumstances without `input`, the
 * process's own standard input
 */
export async function runHere(args, { env, cwd, input }) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
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
  /** @type {Promise<void>} */
  const left = new Promise((resolve) => {
    process.exit = /** @type {typeof process.exit} */ (
      (code) => {
        process.exitCode = code ?? process.exitCode ?? 0
        resolve()
      }
    )
  })
  process.exitCode = 0
  try {
    await Promise.race([main(args, parts), left])
    // The end of a process would tell them.
    for (const { name, listener } of added()) if (name === 'exit') listener.call(process, process.exitCode)
    return Number(process.exitCode)
  } finally {
    for (const { name, listener } of added()) events.removeListener(name, /** @type {() => void} */ (listener))
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin)
    process.exit = exit
    process.exitCode = undefined
  }
}
