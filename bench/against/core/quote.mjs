import { addressIn, blockOf, withSetGas } from '#core/block'
import { gasPriceIn } from '#evaluate'

/**
 * As far as the search and its proofs go. The command line allows 5 hops and 20 ways; the peers know no such limits, and
 * none of them is asked with one.
 */
const widest = { maxHops: 9, maxSplits: 99, maxLegs: 64 }

/** The core on a set: `quote(job, { mostLegs })`, searched anew for every job, with its bound. */
export function openCore(core, set) {
  const { protocols, block } = withSetGas(core, set, blockOf(set))
  const market = core.openMarket({ protocols }, block.pools)
  const ground = core.openGround(market, { wrapped: addressIn(set, set.gas.nativeToken), gasPrice: block.gasPrice })
  const room = core.openRoom(ground)
  const context = {
    core,
    set,
    market,
    room,
    proofs: core.openProofRoom(room),
    poolIndex: new Map(set.pools.map(({ id }, i) => [id, i])),
    tokenIndex: new Map(set.tokens.map((_, i) => [addressIn(set, i), i])),
  }
  return { quote: (job, limits) => quote(context, job, limits) }
}

function quote(context, job, { mostLegs }) {
  const { core, room, proofs } = context
  const task = taskOf(context, job, mostLegs)
  if (task === undefined) return undefined
  const searched = core.solve(context, task)
  const found = searched && core.foundBy(room, searched)
  const evaluation = bestBySetGas(context, { job, task }, searched)
  if (evaluation === undefined) return undefined
  const answer = { route: { legs: evaluation.legs.map((leg) => legOf(context, leg)) }, claimed: evaluation.amountOut }
  if (found === undefined) return answer
  const from = performance.now()
  const certificate = core.certify(proofs, task, found)
  const boundMs = performance.now() - from
  return certificate === undefined ? answer : { ...answer, bounds: boundsOf(certificate, mostLegs), boundMs }
}

function taskOf({ set, market }, { tokenIn, tokenOut, amount }, mostLegs) {
  const [source, target] = [tokenIn, tokenOut].map((token) => market.numbers.get(addressIn(set, token)))
  if (source === undefined || target === undefined) return undefined
  const gasValue = gasPriceIn(set, tokenOut) * 10 ** set.tokens[tokenOut].decimals
  const limits = { ...widest, maxLegs: Math.min(mostLegs, widest.maxLegs) }
  return { source, target, amount: Number(amount), gasValue, passedGas: 0, limits }
}

/** As the product chooses between what it found, by the gas of the set: the product also counts what passing on saves. */
function bestBySetGas(context, { job, task }, searched) {
  const { core, market, room } = context
  const { tokenIn, tokenOut, amount } = job
  const request = {
    ...task.limits,
    tokenIn: addressIn(context.set, tokenIn),
    tokenOut: addressIn(context.set, tokenOut),
    amountIn: BigInt(amount),
  }
  const net = ({ legs, amountOut }) => amountOut - BigInt(Math.ceil(setGas(context, legs) * task.gasValue))
  const aim = { isBetter: (one, other) => net(one) > net(other) }
  return core.bestEvaluation({ market, request, aim, source: task.source, target: task.target }, room.bench, searched)
}

const setGas = ({ set, poolIndex }, legs) =>
  legs.reduce((sum, { pool }) => sum + set.pools[poolIndex.get(pool.address)].gas, 0)

const legOf = ({ poolIndex, tokenIndex }, { pool, tokenIn, tokenOut, share32 }) => ({
  pool: poolIndex.get(pool.address),
  tokenIn: tokenIndex.get(tokenIn),
  tokenOut: tokenIndex.get(tokenOut),
  share: share32 / 2 ** 32,
})

/** Under a wider cap than the core's own its bound of capped routes says nothing. */
function boundsOf({ upperBound, uncapped }, mostLegs) {
  const [any, capped] = [uncapped, upperBound].map((bound) => BigInt(Math.ceil(bound)))
  return { any, capped: mostLegs > widest.maxLegs ? any : capped }
}
