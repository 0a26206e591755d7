/** The phases of a run over one server: warm, paced, checked, as fast as it goes, overloaded, and back to normal. */
import { mineBlocks } from './blocks.mjs'
import { checkAnswers } from './check.mjs'
import { cpuMsOf, load, residentMb } from './processes.mjs'

/** A market this large takes some blocks to be found; more than this, and something is wrong. */
const mostWarmingMs = 180_000
/** Pairs that a block changes. */
const changed = 20

/**
 * Asks for all pairs until every one of them is answered without a look at the chain, then for most of their sizes while the
 * chain goes on: a service that is warm has followed it for a while.
 */
export async function warmUp({ server, draw, rpc, chain }) {
  const began = performance.now()
  let found
  do {
    await load({ ...draw, url: server.url, clients: 4, seconds: 5, seed: draw.seed + Math.floor(performance.now()) })
    found = await metricsOf(server)
  } while (found.pairs < draw.pairs.length && performance.now() - began < mostWarmingMs)
  const stop = await mineBlocks(rpc, { ...chain, changed, seed: draw.seed })
  await load({ ...draw, url: server.url, clients: 8, seconds: 60 })
  await stop()
  return metricsOf(server)
}

export async function metricsOf({ metricsUrl }) {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  const value = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  return {
    pools: value('swapline_market_pools'),
    pairs: value('swapline_market_pairs'),
    reads: value('swapline_market_reads'),
    threadsLost: value('swapline_threads_lost'),
  }
}

/** So many questions a second while the chain goes on, with the memory second by second. */
export async function pacedPhase(context, { rate, seconds, seed }) {
  const { server, draw, rpc, chain } = context
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
 * Many more than can be answered, then as many as before: how many seconds until every second is normal, in which all
 * questions were answered with 200 and 99 of 100 within 250 ms.
 */
export async function overloadPhase({ server, draw }, { rate, times, seconds, seed }) {
  const over = await load({ ...draw, url: server.url, rate: rate * times, seconds, sockets: 512, keep: false, seed })
  const after = await load({ ...draw, url: server.url, rate, seconds: 10, sockets: 64, keep: false, seed: seed + 1 })
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

/** What one closed circle of clients gets out of a server. */
export async function fastest(url, draw, { clients, seconds }) {
  const { statuses, ms, took } = await load({ ...draw, url, clients, seconds })
  return { perSecond: (statuses[200] ?? 0) / took, statuses, ms }
}
