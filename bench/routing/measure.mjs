/**
 * Measures one market size and one way of answering in a separate process, so that none disturbs another's caches:
 * `node measure.mjs <core> '{"what":"warm","pools":1000,"seed":1,"rounds":20,"usd":50000}'`. All see the same blocks
 * and jobs.
 */
import { blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { itemAt } from '../against/item-at.mjs'
import { nextBlock } from './blocks.mjs'
import { createParts, requestOf } from './parts.mjs'
import { openPeer } from './peers.mjs'

/**
 * @import { Protocols } from '#domain/pools/protocol'
 * @import { Incumbent, LocalOptimum } from '#routing/search/incumbent'
 * @import { Core } from '../against/core/bundle.mjs'
 * @import { Job } from '../against/shapes.mts'
 * @import { Block } from './blocks.mjs'
 * @import { Peer, peerNames } from './peers.mjs'
 * @typedef {'warm' | 'cold' | 'router' | typeof peerNames[number]} Way of answering
 * @typedef {{ pools: number, seed: number, rounds: number, usd: number }} Task
 * @typedef {Task & { what: Way }} Asked
 * @typedef {object} Run
 * @property {number} pools
 * @property {number} seed
 * @property {number} rounds
 * @property {number} usd
 * @property {number} jobs
 * @property {number[]} behind bps
 * @property {number[]} gaps
 * @property {Record<string, number[]>} times ms by what was done
 * @typedef {(jobs: readonly Job[]) => void} Subject answers the jobs of a block
 */

/** Rounds that only warm the compiler. */
const warming = 3
const openings = 2

const [, , bundle = '', asked = ''] = process.argv
const core = /** @type {Core} */ (await import(bundle))
/** @type {Asked} */
const { what, pools, seed, rounds, usd } = JSON.parse(asked)
const set = generateSet({ pools, seed, gasPriceWei: '20000000000' })
const jobs = set.jobs.filter((job) => job.usd === usd)
/** @type {Protocols} */
const protocols = new Map(core.all.map((protocol) => [protocol.kind, protocol]))
const draws = openDraws(seed + 1)
/** @type {Map<string, number[]>} */
const times = new Map()
/** @type {number[]} */
const behind = []
/** @type {number[]} */
const gaps = []

/** @type {Block} */
let block = blockOf(set)
const ask = openSubject()
for (let round = -warming; round < rounds; round += 1) {
  if (round === 0) for (const name of [...times.keys()]) if (name !== 'cold open') times.delete(name)
  block = nextBlock({ draws, protocols }, block)
  const jobsNow = jobs.map((job) => ({ ...job, amount: varyAmount(job.amount) }))
  ask?.(jobsNow)
}
/** @type {Run} */
const run = { pools, seed, rounds, usd, jobs: jobs.length, behind, gaps, times: Object.fromEntries(times) }
process.send?.(run)

/**
 * The function that answers the jobs of a block; `undefined` for a peer that is not available.
 * @returns {Subject | undefined}
 */
function openSubject() {
  if (what === 'warm') return createWarm()
  if (what === 'cold') return createCold()
  if (what === 'router') return createRouterOnly()
  const peer = openPeer(what, set)
  return peer && ((jobsNow) => askPeer(peer, jobsNow))
}

/** @returns {Subject} */
function createWarm() {
  for (let i = 1; i < openings; i += 1) timed('cold open', () => createParts(core, { set, protocols, block }))
  const parts = timed('cold open', () => createParts(core, { set, protocols, block }))
  return (jobsNow) => {
    const changed = parts.changedBy(block)
    timed('update', () => parts.update(changed))
    for (const job of jobsNow) {
      const task = parts.taskOf(job)
      const key = `${job.tokenIn} ${job.tokenOut}`
      const from = performance.now()
      const found = parts.search(task, key)
      const searched = performance.now()
      const bound = found && parts.prove(task, found, key)?.upperBound
      if (found !== undefined && bound !== undefined) gaps.push(bound / found.net)
      note('search', searched - from)
      note('search and bound', performance.now() - from)
    }
  }
}

/**
 * Cold search, and how far a warm-started one is behind it.
 * @returns {Subject}
 */
function createCold() {
  const parts = createParts(core, { set, protocols, block })
  return (jobsNow) => {
    parts.update(parts.changedBy(block))
    for (const job of jobsNow) {
      const task = parts.taskOf(job)
      const cold = timed('cold search', () => parts.searchCold(task))
      const found = parts.search(task, `${job.tokenIn} ${job.tokenOut}`)
      if (cold !== undefined) behind.push(behindBps(found, cold))
    }
  }
}

/** @returns {Subject} */
function createRouterOnly() {
  const router = core.createRouter({ protocols })
  const { wrapped } = requestOf(set, itemAt(jobs, 0))
  router.loadSnapshot(block, wrapped)
  return (jobsNow) => {
    timed('load', () => router.loadSnapshot(block, wrapped))
    for (const job of jobsNow) {
      const request = requestOf(set, job)
      timed('find', () => router.find(request))
    }
  }
}

/**
 * How many bps of its output a warm-started search is behind a cold one.
 * @param {Incumbent | undefined} found
 * @param {LocalOptimum} cold
 */
function behindBps(found, { support }) {
  return ((support.value - (found?.net ?? 0)) / support.value) * 1e4
}

/**
 * Peers report how much of their time was not spent on the route.
 * @param {Peer} peer
 * @param {readonly Job[]} jobsNow
 */
function askPeer(peer, jobsNow) {
  for (const job of jobsNow) {
    const from = performance.now()
    const beside = peer(job) ?? 0
    const whole = performance.now() - from
    note(what, whole - beside)
    if (beside > 0) note(`${what} and bound`, whole)
  }
}

/**
 * Varies the amount by up to a fifth, like a user trying amounts.
 * @param {string} amount
 */
function varyAmount(amount) {
  return String((BigInt(amount) * BigInt(Math.round((1 + 0.2 * draws.either()) * 1e6))) / 1_000_000n)
}

/**
 * @template T
 * @param {string} name
 * @param {() => T} run
 */
function timed(name, run) {
  const from = performance.now()
  const result = run()
  note(name, performance.now() - from)
  return result
}

/**
 * @param {string} name
 * @param {number} ms
 */
function note(name, ms) {
  const list = times.get(name)
  if (list === undefined) times.set(name, [ms])
  else list.push(ms)
}
