/** Two networks on local chains, a proxy in front of one of them, and the built program serving both. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadProxy } from './proxy.mjs'

/** @import { Answer, Task } from './load.mjs' */

/** @typedef {keyof typeof stable} Network */
/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const native = '0x0000000000000000000000000000000000000000'
/** USD Coin on the two networks. */
const stable = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}

/**
 * The path of a quote without its amount.
 * @param {Network} network
 */
export const quotePath = (network) =>
  `/aggregator/quote?network=${network}&fromTokenAddress=${native}&toTokenAddress=${stable[network]}` +
  `&slippage=0.005&fromAddress=${native}&toAddress=${native}&gasless=false`

/** @param {string} program the folder of the built program */
export async function startFixture(program) {
  const home = mkdtempSync(join(tmpdir(), 'swapline-isolation-'))
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }
  const bin = join(program, 'bin/swapline.js')
  /**
   * @param {string[]} args
   * @returns {Promise<{ url: string }>}
   */
  const swapline = async (...args) => {
    const child = spawn(process.execPath, [bin, ...args, '-o', 'json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    /** @type {Buffer[]} */
    const parts = []
    child.stdout.on('data', (part) => parts.push(part))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`swapline ${args.join(' ')} ended with ${code}`)
    return JSON.parse(Buffer.concat(parts).toString('utf8')).data
  }
  const ethereum = await swapline('sandbox', 'up', '--as', 'ethereum', '--block-time', '1s')
  const base = await swapline('sandbox', 'up', '--as', 'base', '--block-time', '1s')
  const { startProxy } = await loadProxy()
  const proxy = await startProxy(base.url)
  const endpoints = { SWAPLINE_RPC_URL_ETHEREUM: ethereum.url, SWAPLINE_RPC_URL_BASE: proxy.url }

  return {
    proxy,
    serve: () => serve({ bin, env: { ...env, ...endpoints } }),
    async close() {
      await proxy.close()
      await swapline('sandbox', 'down', '--as', 'ethereum')
      await swapline('sandbox', 'down', '--as', 'base')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** @param {{ bin: string, env: NodeJS.ProcessEnv }} options */
async function serve({ bin, env }) {
  const words = ['serve', '--serve-network', 'ethereum', '--serve-network', 'base', '--port', '0', '--auth-port', '0']
  const limitless = ['--rate', '1000000', '--burst', '1000000', '-o', 'jsonl']
  const child = spawn(process.execPath, [bin, ...words, ...limitless], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let answered = 0
  child.stderr.setEncoding('utf8').on('data', (text) => {
    answered += (text.match(/"path":"\/aggregator\/quote","status":\d/g) ?? []).length
  })
  /** @type {Promise<number | null>} */
  const ended = once(child, 'close').then(([code]) => code)
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  /** @type {{ data: { url: string } }} */
  const { data } = JSON.parse(line)
  return { url: data.url, child, ended, answered: () => answered }
}

/**
 * Runs `load.mjs`.
 * @param {Task} task
 * @returns {Promise<Answer[]>}
 */
export async function load(task) {
  const child = fork(at('./load.mjs'))
  child.send(task)
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (!Array.isArray(result)) throw new Error(`the load ended with ${result}`)
  return result
}

/**
 * Requests a quote of the network until it is answered with 200. @returns the number of requests, and milliseconds
 * @param {string} url
 * @param {Network} network
 * @param {number} seconds
 */
export async function waitForQuote(url, network, seconds = 60) {
  const from = performance.now()
  for (let asked = 1; ; asked += 1) {
    const { status } = await fetch(`${url}${quotePath(network)}&sellAmount=1000000000000000000`)
    const ms = performance.now() - from
    if (status === 200) return { asked, ms }
    if (ms > seconds * 1_000) throw new Error(`${network} is not quoted after ${seconds} s: ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
