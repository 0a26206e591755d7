import { addressIn } from '../against/core/block.mjs'
import { gasPriceIn } from '../against/evaluate.mjs'

/** As the command line allows. */
const limits = { maxHops: 5, maxSplits: 20, maxLegs: 24 }

/**
 * The router's parts one by one, so that each has its own time: `see(block)` takes up what has changed, `search` starts
 * from what was found for the pair before, `searchAnew` does not, `prove` says how good the last one found is.
 */
export function openParts(core, { set, protocols, block }) {
  const market = core.openMarket({ protocols }, block.pools)
  const ground = core.openGround(market, { wrapped: addressIn(set, set.gas.nativeToken), gasPrice: block.gasPrice })
  const room = core.openRoom(ground)
  const solving = { room, proofs: core.openProofRoom(room) }
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
    renew(changed) {
      room.kept.age(core.renewGround(ground, changed, Number(seen.gasPrice)))
    },
    taskOf: (job) => taskOf({ set, market }, job),
    search: (task, key) => {
      const searched = core.solve(solving, task, last.get(key))
      const found = searched && core.foundBy(room, searched)
      if (found !== undefined) last.set(key, found)
      return found
    },
    searchAnew: (task) => core.solve(solving, task),
    prove(task, found, key) {
      const certificate = core.certify(solving.proofs, task, { ...found, proven: proven.get(key) })
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
