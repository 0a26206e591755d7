/** The phases of a run on one server: warm-up, paced, checked, saturated, overloaded, recovered. */
import { mineBlocks } from './blocks.mjs'
import { checkAnswers } from './check.mjs'
import { cpuMsOf, load, residentMb } from './processes.mjs'

/**
 * @import { Core } from './core.mjs'
 * @import { processesIn } from './processes.mjs'
 * @import { rpcOf } from './rpc.mjs'
 * @import { Draw, Pair, Tally } from './shapes.ts'
 * @typedef {object} Context
 * @property {Core} core
 * @property {ReturnType<typeof rpcOf>} rpc
 * @property {string} db a file
 * @property {Awaited<ReturnType<ReturnType<typeof processesIn>['serve']>>} server
 * @property {Draw} draw
 * @property {{ pairs: readonly Pair[], from: string }} chain
 * @typedef {{ rate: number, seconds: number, seed: number }} Pace
 */

/** Discovery of a market this large takes some blocks; taking longer than this is a failure. */
const maxWarmingMs = 180_000
/** Pairs that a block changes. */
const changed = 20

/**
 * Requests all pairs until each is answered without reading the chain, then most of their sizes while blocks are mined:
 * a warm service has followed the chain for a while.
 * @param {Omit<Context, 'core' | 'db'>} context
 */
export async function warmUp({ server, draw, rpc, chain }) {
  const began = performance.now()
  let found
  do {
    await load({ ...draw, url: server.url, clients: 4, seconds: 5, seed: draw.seed + Math.floor(performance.now()) })
    found = await metricsOf(server)
  } while (found.pairs < draw.pairs.length && performance.now() - began < maxWarmingMs)
  const stop = await mineBlocks(rpc, { ...chain, changed, seed: draw.seed })
  await load({ ...draw, url: server.url, clients: 8, seconds: 60 })
  await stop()
  return metricsOf(server)
}

/** @param {{ metricsUrl: string }} server */
export async function metricsOf({ metricsUrl }) {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  /** @param {string} name */
  const value = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  return {
    pools: value('swapline_market_pools'),
    pairs: value('swapline_market_pairs'),
    reads: value('swapline_market_reads'),
    threadsLost: value('swapline_threads_lost'),
  }
}

/**
 * Requests at a fixed rate while blocks are mined, with the memory of each second.
 * @param {Context} context
 * @param {Pace} pace
 */
export async function pacedPhase(context, { rate, seconds, seed }) {
  const { server, draw, rpc, chain } = context
  /** @type {number[]} */
  const memory = []
  const stop = await mineBlocks(rpc, { ...chain, changed, seed })
  const cpuBefore = cpuMsOf(server.child.pid)
  const timer = setInterval(() => memory.push(residentMb(server.child.pid)), 1_000)
  const result = await load({ ...draw, url: server.url, rate, seconds, sockets: 64, seed })
  clearInterval(timer)
  const blocks = await stop()
  const cpuMs = cpuMsOf(server.child.pid) - cpuBefore
  const { answers, ...figures } = result
  const check = await checkAnswers(context, answers)
  return { ...figures, memory, blocks, check, cpuMs }
}

/**
 * Overloads the server, then returns to the former rate: how many seconds until every second is normal, with all
 * requests answered with 200 and 99 of 100 within 250 ms.
 * @param {Pick<Context, 'server' | 'draw'>} context
 * @param {Pace & { times: number }} pace
 */
export async function overloadPhase({ server, draw }, { rate, times, seconds, seed }) {
  const over = await load({ ...draw, url: server.url, rate: rate * times, seconds, sockets: 512, keep: false, seed })
  const after = await load({ ...draw, url: server.url, rate, seconds: 10, sockets: 64, keep: false, seed: seed + 1 })
  /** @param {Tally['seconds'][number]} second */
  const isNormal = ({ count, good, p99 }) => count === good && p99 <= 250
  const lastBad = after.seconds.filter((one) => !isNormal(one)).reduce((last, { second }) => Math.max(last, second), -1)
  const recovered = lastBad + 1
  return {
    asked: rate * times,
    statuses: over.statuses,
    ms: over.ms,
    recovered,
    after: after.statuses,
    seconds: after.seconds,
  }
}

/**
 * The throughput of a server with a fixed number of clients in a closed loop.
 * @param {string} url
 * @param {Draw & { path?: string }} draw
 * @param {{ clients: number, seconds: number }} load
 */
export async function fastest(url, draw, { clients, seconds }) {
  const { statuses, ms, took } = await load({ ...draw, url, clients, seconds })
  return { perSecond: (statuses[200] ?? 0) / took, statuses, ms }
}
