/**
 * Memory of the router: `node --expose-gc memory.mjs <core> '{"pools":100000,"seed":1}'`, in MB after collecting
 * garbage.
 */
import { blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { nextBlock } from './blocks.mjs'
import { requestOf } from './parts.mjs'

const laterBlocks = 20

const core = await import(process.argv[2])
const { pools, seed } = JSON.parse(process.argv[3])
const protocols = new Map(core.all.map((protocol) => [protocol.kind, protocol]))
const draws = openDraws(seed + 1)
const start = usage()
let { block, requests } = openSubject()
const snapshot = usage()
const router = core.createRouter({ protocols })
router.loadSnapshot(block, requests[0].wrapped)
for (const request of requests) router.find(request)
const first = usage()
for (let i = 0; i < laterBlocks; i += 1) {
  block = nextBlock({ draws, protocols }, block)
  router.loadSnapshot(block, requests[0].wrapped)
}
for (const request of requests) router.find(request)
const later = usage()
process.send({
  pools,
  seed,
  laterBlocks,
  states: snapshot.held - start.held,
  router: first.held - snapshot.held,
  later: later.held - start.held,
  rss: first.rss,
  laterRss: later.rss,
})

/** A function, so that no reference to the set remains. */
function openSubject() {
  const set = generateSet({ pools, seed, gasPriceWei: '20000000000' })
  return { block: blockOf(set), requests: set.jobs.map((job) => requestOf(set, job)) }
}

function usage() {
  globalThis.gc()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { held: (heapUsed + arrayBuffers) / 2 ** 20, rss: rss / 2 ** 20 }
}
