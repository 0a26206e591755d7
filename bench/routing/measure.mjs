/**
 * One size of market and one way of answering in a process of its own, so that none disturbs the caches of another:
 * `node measure.mjs <core> '{"what":"warm","pools":1000,"seed":1,"rounds":20,"usd":50000}'`. All ways see the same blocks and jobs.
 */
import { blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { nextBlock } from './blocks.mjs'
import { openParts, requestOf } from './parts.mjs'
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
const ask = opened()
for (let round = -warming; round < rounds; round += 1) {
  if (round === 0) for (const name of [...times.keys()]) if (name !== 'cold open') times.delete(name)
  block = nextBlock({ draws, protocols }, block)
  const asked = jobs.map((job) => ({ ...job, amount: varied(job.amount) }))
  ask?.(asked)
}
process.send({ pools, seed, rounds, usd, jobs: jobs.length, behind, gaps, times: Object.fromEntries(times) })

/** What answers the jobs of a block; `undefined` for a peer that is not there. */
function opened() {
  if (what === 'warm') return openWarm()
  if (what === 'anew') return openAnew()
  if (what === 'router') return openRouter()
  const peer = openPeer(what, set)
  return peer && ((asked) => askPeer(peer, asked))
}

function openWarm() {
  for (let i = 1; i < openings; i += 1) timed('cold open', () => openParts(core, { set, protocols, block }))
  const parts = timed('cold open', () => openParts(core, { set, protocols, block }))
  return (asked) => {
    const changed = parts.changedBy(block)
    timed('renew', () => parts.renew(changed))
    for (const job of asked) {
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

/** Anew, and how far behind it the search is that goes on from the last one. */
function openAnew() {
  const parts = openParts(core, { set, protocols, block })
  return (asked) => {
    parts.renew(parts.changedBy(block))
    for (const job of asked) {
      const task = parts.taskOf(job)
      const anew = timed('search anew', () => parts.searchAnew(task))
      const found = parts.search(task, `${job.tokenIn} ${job.tokenOut}`)
      if (anew !== undefined) behind.push(behindBps(found, anew))
    }
  }
}

function openRouter() {
  const router = core.createRouter({ protocols })
  const { wrapped } = requestOf(set, jobs[0])
  router.see(block, wrapped)
  return (asked) => {
    timed('see', () => router.see(block, wrapped))
    for (const job of asked) {
      const request = requestOf(set, job)
      timed('find', () => router.find(request))
    }
  }
}

/** By how many bps of its output the search that goes on from the last one is behind one that starts anew. */
function behindBps(found, { support }) {
  return ((support.value - (found?.net ?? 0)) / support.value) * 1e4
}

/** Peers tell how much of their time was not for the route. */
function askPeer(peer, asked) {
  for (const job of asked) {
    const from = performance.now()
    const beside = peer(job) ?? 0
    const whole = performance.now() - from
    note(what, whole - beside)
    if (beside > 0) note(`${what} and bound`, whole)
  }
}

/** By up to a fifth, as a user would who tries amounts. */
function varied(amount) {
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
