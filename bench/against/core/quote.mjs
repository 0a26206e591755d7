import { addressIn, blockOf, withSetGas } from '#core/block'
import { gasPriceIn } from '#evaluate'

/**
 * The widest limits of the search and its proofs. The command line allows 5 hops and 20 splits; the peers have no such
 * limits, and none of them is asked with one.
 */
const widest = { maxHops: 9, maxSplits: 99, maxLegs: 64 }

/** The core on a set: `quote(job, { maxLegs })`, with a cold search for every job, and its bound. */
export function createCore(core, set) {
  const { protocols, block } = withSetGas(core, set, blockOf(set))
  const market = core.createPoolGraph({ protocols }, block.pools)
  const index = core.buildMarketIndex(market, {
    wrapped: addressIn(set, set.gas.nativeToken),
    gasPrice: block.gasPrice,
  })
  const workspace = core.createSearchWorkspace(index)
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

function taskOf({ set, market }, { tokenIn, tokenOut, amount }, maxLegs) {
  const [source, target] = [tokenIn, tokenOut].map((token) => market.numbers.get(addressIn(set, token)))
  if (source === undefined || target === undefined) return undefined
  const gasValue = gasPriceIn(set, tokenOut) * 10 ** set.tokens[tokenOut].decimals
  const limits = { ...widest, maxLegs: Math.min(maxLegs, widest.maxLegs) }
  return { source, target, amount: Number(amount), gasValue, passedGas: 0, limits }
}

/**
 * Chooses among the results as the product does, by the set's gas; the product also counts the gas saved by passing on.
 */
function bestBySetGas(context, { job, task }, searched) {
  const { core, market, workspace } = context
  const { tokenIn, tokenOut, amount } = job
  const request = {
    ...task.limits,
    tokenIn: addressIn(context.set, tokenIn),
    tokenOut: addressIn(context.set, tokenOut),
    amountIn: BigInt(amount),
  }
  const net = ({ legs, amountOut }) => amountOut - BigInt(Math.ceil(setGas(context, legs) * task.gasValue))
  const objective = { isBetter: (one, other) => net(one) > net(other) }
  return core.bestEvaluation(
    { market, request, objective, source: task.source, target: task.target },
    workspace.dual,
    searched,
  )
}

const setGas = ({ set, poolIndex }, legs) =>
  legs.reduce((sum, { pool }) => sum + set.pools[poolIndex.get(pool.address)].gas, 0)

const legOf = ({ poolIndex, tokenIndex }, { pool, tokenIn, tokenOut, share32 }) => ({
  pool: poolIndex.get(pool.address),
  tokenIn: tokenIndex.get(tokenIn),
  tokenOut: tokenIndex.get(tokenOut),
  share: share32 / 2 ** 32,
})

/** If the cap is wider than the core's own, its bound of capped routes proves nothing. */
function boundsOf({ upperBound, boundWithoutLegLimit }, maxLegs) {
  const [any, capped] = [boundWithoutLegLimit, upperBound].map((bound) => BigInt(Math.ceil(bound)))
  return { any, capped: maxLegs > widest.maxLegs ? any : capped }
}
