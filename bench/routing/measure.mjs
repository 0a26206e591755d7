/** One size of market in a process of its own: `node measure.mjs <core> '{"pools":1000,"seed":1,"rounds":20,"usd":50000}'`. */
import { blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { nextBlock } from './blocks.mjs'
import { openParts, requestOf } from './parts.mjs'
import { openPeers } from './peers.mjs'

/** Rounds that only warm the compiler. */
const warming = 3
const openings = 2

const core = await import(process.argv[2])
const { pools, seed, rounds, usd } = JSON.parse(process.argv[3])
const set = generateSet({ pools, seed, gasPriceWei: '20000000000' })
const jobs = set.jobs.filter((job) => job.usd === usd)
const protocols = new Map(core.all.map((protocol) => [protocol.kind, protocol]))
const draws = openDraws(seed + 1)
const times = new Map()
const behind = []

let block = blockOf(set)
for (let i = 1; i < openings; i += 1) timed('cold open', () => openParts(core, { set, protocols, block }))
const parts = timed('cold open', () => openParts(core, { set, protocols, block }))
const router = core.createRouter({ protocols })
const { wrapped } = requestOf(set, jobs[0])
router.see(block, wrapped)
const peers = openPeers(set)

for (let round = -warming; round < rounds; round += 1) {
  if (round === 0) times.delete('warm up')
  block = nextBlock({ draws, protocols }, block)
  const asked = jobs.map((job) => ({ ...job, amount: varied(job.amount) }))
  const name = (what) => (round < 0 ? 'warm up' : what)
  askRouter(asked, name)
  askParts(asked, name)
  for (const [peer, ask] of peers) askPeer({ peer, ask }, asked, name)
}
process.send({ pools, seed, rounds, usd, jobs: jobs.length, behind, times: Object.fromEntries(times) })

function askRouter(asked, name) {
  timed(name('see'), () => router.see(block, wrapped))
  for (const job of asked) {
    const request = requestOf(set, job)
    timed(name('find'), () => router.find(request))
  }
}

function askParts(asked, name) {
  const changed = parts.changedBy(block)
  timed(name('renew'), () => parts.renew(changed))
  for (const job of asked) {
    const task = parts.taskOf(job)
    const from = performance.now()
    const found = parts.search(task, `${job.tokenIn} ${job.tokenOut}`)
    const searched = performance.now()
    if (found !== undefined) parts.prove(task, found)
    note(name('search'), searched - from)
    note(name('search and bound'), performance.now() - from)
    const anew = timed(name('search anew'), () => parts.searchAnew(task))
    if (anew !== undefined) behind.push(behindBps(found, anew))
  }
}

/** By how many bps of its output the search that goes on from the last one is behind one that starts anew. */
function behindBps(found, { support }) {
  return ((support.value - (found?.net ?? 0)) / support.value) * 1e4
}

/** Peers tell how much of their time was not for the route. */
function askPeer({ peer, ask }, asked, name) {
  for (const job of asked) {
    const from = performance.now()
    const beside = ask(job) ?? 0
    const whole = performance.now() - from
    note(name(peer), whole - beside)
    if (beside > 0) note(name(`${peer} and bound`), whole)
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
  times.set(name, [...(times.get(name) ?? []), ms])
}
