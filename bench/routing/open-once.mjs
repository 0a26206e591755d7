/**
 * Opens a synthetic market in a process that has opened none before: `node open-once.mjs <core> '{"pools":1000,"seed":1}'`.
 */
import { setTimeout } from 'node:timers/promises'
import { addressIn, blockOf } from '../against/core/block.mjs'
import { generateSet } from '../against/generate/set.mjs'

/**
 * @import { Protocols } from '#domain/pools/protocol'
 * @import { Core } from './load-core.mjs'
 * @typedef {{ pools: number, seed: number }} Task
 * @typedef {{ cpuMs: number, ms: number }} Opening `cpuMs` of all threads of the process, `ms` on the clock
 */

/** Until the compiler is through with what made the market. */
const restMs = 1_000

const [, , bundle = '', task = ''] = process.argv
const core = /** @type {Core} */ (await import(bundle))
/** @type {Task} */
const { pools, seed } = JSON.parse(task)
const set = generateSet({ pools, seed, gasPriceWei: '20000000000' })
const block = blockOf(set)
/** @type {Protocols} */
const protocols = new Map(core.all.map((protocol) => [protocol.kind, protocol]))
const wrapped = addressIn(set, set.gas.nativeToken)
await setTimeout(restMs)
const [before, from] = [process.cpuUsage(), performance.now()]
core.createRouter({ protocols }).loadSnapshot(block, wrapped)
const ms = performance.now() - from
const { user, system } = process.cpuUsage(before)
/** @type {Opening} */
const opening = { cpuMs: (user + system) / 1_000, ms }
process.send?.(opening)
