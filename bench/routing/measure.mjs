/**
 * Measures one market size and one way of answering in a separate process, so that none disturbs another's caches:
 * `node measure.mjs <core> '{"what":"warm","pools":1000,"seed":1,"rounds":20,"usd":50000}'`. All see the same blocks
 * and jobs.
 */
import { blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { nextBlock } from './blocks.mjs'
import { createParts, requestOf } from './parts.mjs'
import { openPeer } from './peers.mjs'

/** Rounds that only warm the compiler. */
const warming = 3
const openings = 2

const core = await import(process.argv[2])
const { what, pools, seed, rounds, usd } = JSON.parse(process.argv[3])
const set = generateSet({ pools, seed, gasPriceWei: '20000000000' })
const jobs = set.jobs.filter((job) => job.usd === usd)
const protocols = new Map(core.all.map((protocol) => [protocol.kind, protocol]))
const draws = openDraws(seed + 1)
const times = new Map()
const behind = []
const gaps = []

let block = blockOf(set)
const ask = openSubject()
for (let round = -warming; round < rounds; round += 1) {
  if (round === 0) for (const name of [...times.keys()]) if (name !== 'cold open') times.delete(name)
  block = nextBlock({ draws, protocols }, block)
  const jobsNow = jobs.map((job) => ({ ...job, amount: varyAmount(job.amount) }))
  ask?.(jobsNow)
}
process.send({ pools, seed, rounds, usd, jobs: jobs.length, behind, gaps, times: Object.fromEntries(times) })

/** The function that answers the jobs of a block; `undefined` for a peer that is not available. */
function openSubject() {
  if (what === 'warm') return createWarm()
  if (what === 'cold') return createCold()
  if (what === 'router') return createRouterOnly()
  const peer = openPeer(what, set)
  return peer && ((jobsNow) => askPeer(peer, jobsNow))
}

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
      if (found !== undefined) gaps.push(parts.prove(task, found, key)?.upperBound / found.net)
      note('search', searched - from)
      note('search and bound', performance.now() - from)
    }
  }
}

/** Cold search, and how far a warm-started one is behind it. */
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

function createRouterOnly() {
  const router = core.createRouter({ protocols })
  const { wrapped } = requestOf(set, jobs[0])
  router.loadSnapshot(block, wrapped)
  return (jobsNow) => {
    timed('load', () => router.loadSnapshot(block, wrapped))
    for (const job of jobsNow) {
      const request = requestOf(set, job)
      timed('find', () => router.find(request))
    }
  }
}

/** How many bps of its output a warm-started search is behind a cold one. */
function behindBps(found, { support }) {
  return ((support.value - (found?.net ?? 0)) / support.value) * 1e4
}

/** Peers report how much of their time was not spent on the route. */
function askPeer(peer, jobsNow) {
  for (const job of jobsNow) {
    const from = performance.now()
    const beside = peer(job) ?? 0
    const whole = performance.now() - from
    note(what, whole - beside)
    if (beside > 0) note(`${what} and bound`, whole)
  }
}

/** Varies the amount by up to a fifth, like a user trying amounts. */
function varyAmount(amount) {
  return String((BigInt(amount) * BigInt(Math.round((1 + 0.2 * draws.either()) * 1e6))) / 1_000_000n)
}

function timed(name, run) {
  const from = performance.now()
  const result = run()
  note(name, performance.now() - from)
  return result
}

function note(name, ms) {
  const list = times.get(name)
  if (list === undefined) times.set(name, [ms])
  else list.push(ms)
}
