import { addressIn } from '../against/core/block.mjs'
import { gasPriceIn } from '../against/evaluate.mjs'

/** The limits of the command line. */
const limits = { maxHops: 5, maxSplits: 20, maxLegs: 24 }

/**
 * The router's parts, timed separately: `renew(changed)` updates the changed pools, `search` starts from the last
 * result for the pair, `searchAnew` does not, `prove` bounds the last result.
 */
export function createParts(core, { set, protocols, block }) {
  const market = core.createPoolGraph({ protocols }, block.pools)
  const index = core.buildMarketIndex(market, {
    wrapped: addressIn(set, set.gas.nativeToken),
    gasPrice: block.gasPrice,
  })
  const workspace = core.createSearchWorkspace(index)
  const context = { workspace, proofs: core.createProofWorkspace(workspace) }
  const [last, proven] = [new Map(), new Map()]
  let seen = block
  return {
    changedBy(next) {
      const now = new Map(next.pools.flatMap((live, i) => (live === seen.pools[i] ? [] : [[live.pool.address, live]])))
      const changed = market.edges.filter(({ live }) => now.has(live.pool.address))
      for (const edge of changed) edge.live = now.get(edge.live.pool.address)
      seen = next
      return changed
    },
    update(changed) {
      workspace.fields.age(core.updateMarketIndex(index, changed, Number(seen.gasPrice)))
    },
    taskOf: (job) => taskOf({ set, market }, job),
    search: (task, key) => {
      const searched = core.solve(context, task, last.get(key))
      const found = searched && core.toIncumbent(workspace, searched)
      if (found !== undefined) last.set(key, found)
      return found
    },
    searchCold: (task) => core.solve(context, task),
    prove(task, found, key) {
      const certificate = core.certify(context.proofs, task, { ...found, proven: proven.get(key) })
      proven.set(key, certificate)
      return certificate
    },
  }
}

function taskOf({ set, market }, { tokenIn, tokenOut, amount }) {
  const [source, target] = [tokenIn, tokenOut].map((token) => market.numbers.get(addressIn(set, token)))
  const gasValue = gasPriceIn(set, tokenOut) * 10 ** set.tokens[tokenOut].decimals
  return { source, target, amount: Number(amount), gasValue, passedGas: 8_000, limits }
}

export const requestOf = (set, { tokenIn, tokenOut, amount }) => ({
  ...limits,
  tokenIn: addressIn(set, tokenIn),
  tokenOut: addressIn(set, tokenOut),
  amountIn: BigInt(amount),
  wrapped: addressIn(set, set.gas.nativeToken),
})
