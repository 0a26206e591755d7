import { addressIn, blockOf, withSetGas } from '#core/block'
import { gasPriceIn } from '#evaluate'
import { entryOf, itemAt } from '#item-at'

/**
 * @import { Core } from '#core/bundle'
 * @import { Bounds, Job, Leg, Limits, MaybeAnswer, OpenedRunner, PoolSet } from '#shapes'
 * @import { Amount } from '../../../src/domain/units.ts'
 * @import { Evaluation } from '../../../src/routing/answer/evaluate.ts'
 * @import { RouteObjective } from '../../../src/routing/answer/answer.ts'
 * @import { PoolGraph } from '../../../src/routing/index/pool-graph.ts'
 * @import { ProofWorkspace } from '../../../src/routing/proof/proof-state.ts'
 * @import { SearchWorkspace } from '../../../src/routing/search/workspace.ts'
 * @import { Task } from '../../../src/routing/index/task.ts'
 * @typedef {object} Context
 * @property {Core} core
 * @property {PoolSet} set
 * @property {PoolGraph} market
 * @property {SearchWorkspace} workspace
 * @property {ProofWorkspace} proofs
 * @property {ReadonlyMap<string, number>} poolIndex by address
 * @property {ReadonlyMap<string, number>} tokenIndex by address
 */

/**
 * The widest limits of the search and its proofs. The command line allows 5 hops and 20 splits; the peers have no such
 * limits, and none of them is asked with one.
 */
const widest = { maxHops: 9, maxSplits: 99, maxLegs: 64 }

/**
 * The core on a set: `quote(job, { maxLegs })`, with a cold search for every job, and its bound.
 * @param {Core} core
 * @param {PoolSet} set
 * @returns {OpenedRunner}
 */
export function createCore(core, set) {
  const { protocols, block } = withSetGas(core, set, blockOf(set))
  const market = core.createPoolGraph({ protocols }, block.pools)
  const index = core.buildMarketIndex(market, {
    wrapped: addressIn(set, set.gas.nativeToken),
    gasPrice: block.gasPrice,
  })
  const workspace = core.createSearchWorkspace(index)
  /** @type {Context} */
  const context = {
    core,
    set,
    market,
    workspace,
    proofs: core.createProofWorkspace(workspace),
    poolIndex: new Map(set.pools.map(({ id }, i) => [id, i])),
    tokenIndex: new Map(set.tokens.map((_, i) => [addressIn(set, i), i])),
  }
  return { quote: (job, limits) => quote(context, job, limits) }
}

/**
 * @param {Context} context
 * @param {Job} job
 * @param {Limits} limits
 * @returns {MaybeAnswer}
 */
function quote(context, job, { maxLegs }) {
  const { core, workspace, proofs } = context
  const task = taskOf(context, job, maxLegs)
  if (task === undefined) return undefined
  const searched = core.solve(context, task)
  const found = searched && core.toIncumbent(workspace, searched)
  const evaluation = bestBySetGas(context, { job, task }, searched)
  if (evaluation === undefined) return undefined
  const answer = { route: { legs: evaluation.legs.map((leg) => legOf(context, leg)) }, claimed: evaluation.amountOut }
  if (found === undefined) return answer
  const from = performance.now()
  const certificate = core.certify(proofs, task, found)
  const boundMs = performance.now() - from
  return certificate === undefined ? answer : { ...answer, bounds: boundsOf(certificate, maxLegs), boundMs }
}

/**
 * @param {Context} context
 * @param {Job} job
 * @param {number} maxLegs
 * @returns {Task | undefined}
 */
function taskOf({ set, market }, { tokenIn, tokenOut, amount }, maxLegs) {
  const [source, target] = [tokenIn, tokenOut].map((token) => market.numbers.get(addressIn(set, token)))
  if (source === undefined || target === undefined) return undefined
  const gasValue = gasPriceIn(set, tokenOut) * 10 ** itemAt(set.tokens, tokenOut).decimals
  const limits = { ...widest, maxLegs: Math.min(maxLegs, widest.maxLegs) }
  return { source, target, amount: Number(amount), gasValue, passedGas: 0, limits }
}

/**
 * Chooses among the results as the product does, by the set's gas; the product also counts the gas saved by passing on.
 * @param {Context} context
 * @param {{ job: Job, task: Task }} asked
 * @param {ReturnType<Core['solve']>} searched
 */
function bestBySetGas(context, { job, task }, searched) {
  const { core, market, workspace } = context
  const { tokenIn, tokenOut, amount } = job
  const request = {
    ...task.limits,
    tokenIn: addressIn(context.set, tokenIn),
    tokenOut: addressIn(context.set, tokenOut),
    wrapped: addressIn(context.set, context.set.gas.nativeToken),
    amountIn: /** @type {Amount} */ (BigInt(amount)),
  }
  /** @param {Evaluation} evaluation */
  const net = ({ legs, amountOut }) => amountOut - BigInt(Math.ceil(setGas(context, legs) * task.gasValue))
  /** @param {bigint} gas */
  const toExactCost = (gas) => BigInt(Math.ceil(Number(gas) * task.gasValue))
  const gasValue = { perUnit: task.gasValue, toExactCost }
  /** @type {RouteObjective} */
  const objective = {
    gasUnitCost: task.gasValue,
    gasCost: toExactCost,
    isBetter: (one, other) => net(one) > net(other),
  }
  const { source, target } = task
  return core.bestEvaluation({ market, request, gasValue, objective, source, target }, workspace.dual, searched).best
}

/**
 * @param {Context} context
 * @param {Evaluation['legs']} legs
 */
const setGas = ({ set, poolIndex }, legs) =>
  legs.reduce((sum, { pool }) => sum + itemAt(set.pools, entryOf(poolIndex, pool.address)).gas, 0)

/**
 * @param {Context} context
 * @param {Evaluation['legs'][number]} leg
 * @returns {Leg}
 */
const legOf = ({ poolIndex, tokenIndex }, { pool, tokenIn, tokenOut, share32 }) => ({
  pool: entryOf(poolIndex, pool.address),
  tokenIn: entryOf(tokenIndex, tokenIn),
  tokenOut: entryOf(tokenIndex, tokenOut),
  share: share32 / 2 ** 32,
})

/**
 * If the cap is wider than the core's own, its bound of capped routes proves nothing.
 * @param {{ upperBound: number, boundWithoutLegLimit: number }} certificate
 * @param {number} maxLegs
 * @returns {Bounds}
 */
function boundsOf({ upperBound, boundWithoutLegLimit }, maxLegs) {
  const [any, capped] = [BigInt(Math.ceil(boundWithoutLegLimit)), BigInt(Math.ceil(upperBound))]
  return { any, capped: maxLegs > widest.maxLegs ? any : capped }
}
