/** The processes of a run: the product, the load, a bare server; all end with the run. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @import { ClosedTask, Tally, Task, TimedTally } from './shapes.ts'
 * @typedef {{ url: string }} Started
 */

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const bin = at('../../bin/swapline.js')

/** @param {string} home the folder for the product's data */
export function processesIn(home) {
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }
  return {
    /**
     * @param {string[]} args
     * @returns {Promise<Started>}
     */
    async swapline(...args) {
      const child = spawn(process.execPath, [bin, ...args, '-o', 'json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      /** @type {Buffer[]} */
      const parts = []
      child.stdout.on('data', (part) => parts.push(part))
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`swapline ${args.join(' ')} ended with ${code}`)
      return JSON.parse(Buffer.concat(parts).toString('utf8')).data
    },
    /**
     * @param {string} rpcUrl
     * @param {readonly string[]} more
     * @param {string} program the launcher of a build
     */
    async serve(rpcUrl, more = [], program = bin) {
      const words = ['serve', '-n', 'sandbox', '--rpc-url', rpcUrl, '--port', '0', '--auth-port', '0', '-o', 'jsonl']
      const limitless = ['--rate', '1000000', '--burst', '1000000', '--metrics-port', '0']
      const child = spawn(process.execPath, [program, ...words, ...limitless, ...more], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said += keptOf(text)
      })
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
      /** @type {Promise<number | null>} */
      const ended = once(child, 'close').then(([code]) => code)
      /** @type {{ url: string, metricsUrl: string }} */
      const { url, metricsUrl } = JSON.parse(line).data
      return { url, metricsUrl, child, ended, said: () => said }
    },
  }
}

/**
 * Keeps only the log entries of answered quotes.
 * @param {string} text
 */
const keptOf = (text) => (text.match(/"path":"\/aggregator\/quote","status":200/g) ?? []).join('\n')

/**
 * Runs one task of `load.mjs`.
 * @template {Task} Asked
 * @param {Asked} task
 * @returns {Promise<Asked extends ClosedTask ? TimedTally : Tally>}
 */
export async function load(task) {
  const child = fork(at('./load.mjs'), { serialization: 'advanced' })
  child.send(task)
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof result !== 'object') throw new Error(`the load ended with ${result}`)
  return result
}

/** @param {string} body */
export async function bare(body) {
  const child = fork(at('./bare.mjs'))
  child.send({ body })
  const [{ url }] = /** @type {[Started]} */ (await once(child, 'message'))
  return { url, stop: () => child.disconnect() }
}

/**
 * Resident memory of a process in MB, by the kernel.
 * @param {number | undefined} pid
 */
export function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/**
 * Processor time of a process in milliseconds, all threads together.
 * @param {number | undefined} pid
 */
export function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 // user and kernel time are in hundredths of a second
}
