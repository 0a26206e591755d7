/** The processes of a run: the product, the load, a bare server; all end with the run. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const bin = at('../../bin/swapline.js')

/** @param home the folder for the product's data */
export function processesIn(home) {
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' }
  return {
    async swapline(...args) {
      const child = spawn(process.execPath, [bin, ...args, '-o', 'json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const parts = []
      child.stdout.on('data', (part) => parts.push(part))
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`swapline ${args.join(' ')} ended with ${code}`)
      return JSON.parse(Buffer.concat(parts).toString('utf8')).data
    },
    async serve(rpcUrl, more = []) {
      const words = ['serve', '-n', 'sandbox', '--rpc-url', rpcUrl, '--port', '0', '--auth-port', '0', '-o', 'jsonl']
      const limitless = ['--rate', '1000000', '--burst', '1000000', '--metrics-port', '0']
      const child = spawn(process.execPath, [bin, ...words, ...limitless, ...more], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said += keptOf(text)
      })
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
      const ended = once(child, 'close').then(([code]) => code)
      const { url, metricsUrl } = JSON.parse(line).data
      return { url, metricsUrl, child, ended, said: () => said }
    },
  }
}

/** Keeps only the log entries of answered quotes. */
const keptOf = (text) => (text.match(/"path":"\/aggregator\/quote","status":200/g) ?? []).join('\n')

/** Runs one task of `load.mjs`. */
export async function load(task) {
  const child = fork(at('./load.mjs'), { serialization: 'advanced' })
  child.send(task)
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof result !== 'object') throw new Error(`the load ended with ${result}`)
  return result
}

export async function bare(body) {
  const child = fork(at('./bare.mjs'))
  child.send({ body })
  const [{ url }] = await once(child, 'message')
  return { url, stop: () => child.disconnect() }
}

/** Resident memory of a process in MB, by the kernel. */
export function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** Processor time of a process in milliseconds, all threads together. */
export function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 // user and kernel time are in hundredths of a second
}
