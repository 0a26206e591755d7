/**
 * Memory of the router: `node --expose-gc memory.mjs <core> '{"pools":100000,"seed":1}'`, in MB after collecting
 * garbage.
 */
import { blockOf } from '../against/core/block.mjs'
import { openDraws } from '../against/generate/draws.mjs'
import { generateSet } from '../against/generate/set.mjs'
import { itemAt } from '../against/item-at.mjs'
import { nextBlock } from './blocks.mjs'
import { requestOf } from './parts.mjs'

/**
 * @import { Protocols } from '#domain/pools/protocol'
 * @import { Core } from '../against/core/bundle.mjs'
 * @import { Block } from './blocks.mjs'
 * @typedef {object} Memory in MB
 * @property {number} pools
 * @property {number} seed
 * @property {number} laterBlocks
 * @property {number} states
 * @property {number} router
 * @property {number} later
 * @property {number} rss
 * @property {number} laterRss
 */

const laterBlocks = 20

const [, , bundle = '', task = ''] = process.argv
const core = /** @type {Core} */ (await import(bundle))
/** @type {{ pools: number, seed: number }} */
const { pools, seed } = JSON.parse(task)
/** @type {Protocols} */
const protocols = new Map(core.all.map((protocol) => [protocol.kind, protocol]))
const draws = openDraws(seed + 1)
const start = usage()
let { block, requests } = openSubject()
const { wrapped } = itemAt(requests, 0)
const snapshot = usage()
const router = core.createRouter({ protocols })
router.loadSnapshot(block, wrapped)
for (const request of requests) router.find(request)
const first = usage()
for (let i = 0; i < laterBlocks; i += 1) {
  block = nextBlock({ draws, protocols }, block)
  router.loadSnapshot(block, wrapped)
}
for (const request of requests) router.find(request)
const later = usage()
/** @type {Memory} */
const figures = {
  pools,
  seed,
  laterBlocks,
  states: snapshot.held - start.held,
  router: first.held - snapshot.held,
  later: later.held - start.held,
  rss: first.rss,
  laterRss: later.rss,
}
process.send?.(figures)

/** A function, so that no reference to the set remains. */
function openSubject() {
  const set = generateSet({ pools, seed, gasPriceWei: '20000000000' })
  /** @type {Block} */
  const block = blockOf(set)
  return { block, requests: set.jobs.map((job) => requestOf(set, job)) }
}

function usage() {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { held: (heapUsed + arrayBuffers) / 2 ** 20, rss: rss / 2 ** 20 }
}
