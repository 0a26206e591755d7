import { addressIn } from '../against/core/block.mjs'
import { gasPriceIn } from '../against/evaluate.mjs'
import { entryOf, itemAt } from '../against/item-at.mjs'

/**
 * @import { Protocols } from '#domain/pools/protocol'
 * @import { RouteRequest } from '#domain/quotes/route'
 * @import { Snapshot } from '#domain/pools/snapshot'
 * @import { Amount } from '#domain/units'
 * @import { Certificate } from '#routing/proof/certify'
 * @import { Edge, PoolGraph } from '#routing/index/pool-graph'
 * @import { Incumbent } from '#routing/search/incumbent'
 * @import { Task } from '#routing/index/task'
 * @import { Core } from '../against/core/bundle.mjs'
 * @import { Job, PoolSet } from '../against/shapes.mts'
 */

/** The limits of the command line. */
const limits = { maxHops: 5, maxSplits: 20, maxLegs: 24 }

/**
 * The router's parts, timed separately: `renew(changed)` updates the changed pools, `search` starts from the last
 * result for the pair, `searchAnew` does not, `prove` bounds the last result.
 * @param {Core} core
 * @param {{ set: PoolSet, protocols: Protocols, block: Snapshot }} market
 */
export function createParts(core, { set, protocols, block }) {
  const market = core.createPoolGraph({ protocols }, block.pools)
  const index = core.buildMarketIndex(market, {
    wrapped: addressIn(set, set.gas.nativeToken),
    gasPrice: block.gasPrice,
  })
  const workspace = core.createSearchWorkspace(index)
  const context = { workspace, proofs: core.createProofWorkspace(workspace) }
  /** @type {Map<string, Incumbent>} */
  const last = new Map()
  /** @type {Map<string, Certificate | undefined>} */
  const proven = new Map()
  let seen = block
  return {
    /** @param {Snapshot} next */
    changedBy(next) {
      const now = new Map(next.pools.flatMap((live, i) => (live === seen.pools[i] ? [] : [[live.pool.address, live]])))
      const changed = market.edges.filter(({ live }) => now.has(live.pool.address))
      for (const edge of changed) edge.live = entryOf(now, edge.live.pool.address)
      seen = next
      return changed
    },
    /** @param {readonly Edge[]} changed */
    update(changed) {
      workspace.fields.age(core.updateMarketIndex(index, changed, Number(seen.gasPrice)))
    },
    /** @param {Job} job */
    taskOf: (job) => taskOf({ set, market }, job),
    /**
     * @param {Task} task
     * @param {string} key
     */
    search: (task, key) => {
      const searched = core.solve(context, task, last.get(key))
      const found = searched && core.toIncumbent(workspace, searched)
      if (found !== undefined) last.set(key, found)
      return found
    },
    /** @param {Task} task */
    searchCold: (task) => core.solve(context, task),
    /**
     * @param {Task} task
     * @param {Incumbent} found
     * @param {string} key
     */
    prove(task, found, key) {
      const certificate = core.certify(context.proofs, task, { ...found, proven: proven.get(key) })
      proven.set(key, certificate)
      return certificate
    },
  }
}

/**
 * @param {{ set: PoolSet, market: PoolGraph }} context
 * @param {Job} job
 * @returns {Task}
 */
function taskOf({ set, market }, { tokenIn, tokenOut, amount }) {
  /** @param {number} token */
  const numberOf = (token) => entryOf(market.numbers, addressIn(set, token))
  const gasValue = gasPriceIn(set, tokenOut) * 10 ** itemAt(set.tokens, tokenOut).decimals
  return {
    source: numberOf(tokenIn),
    target: numberOf(tokenOut),
    amount: Number(amount),
    gasValue,
    passedGas: 8_000,
    limits,
  }
}

/**
 * @param {PoolSet} set
 * @param {Job} job
 * @returns {RouteRequest}
 */
export const requestOf = (set, { tokenIn, tokenOut, amount }) => ({
  ...limits,
  tokenIn: addressIn(set, tokenIn),
  tokenOut: addressIn(set, tokenOut),
  amountIn: /** @type {Amount} */ (BigInt(amount)),
  wrapped: addressIn(set, set.gas.nativeToken),
})
