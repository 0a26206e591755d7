import { gasPriceIn } from '../against/evaluate.mjs'
import { isInstalled } from '../against/peers/package.mjs'
import { openTines, packageName } from '../against/peers/tines-market.mjs'
import { Router } from '../against/prototypes/solver2.mjs'

/** Above this tines takes seconds a quote. */
const mostForTines = 5_000

/** Others that answer the same jobs between ours, on the set's first block: only their time is looked at. */
export function openPeers(set) {
  const prototype = new Router(set)
  const peers = new Map()
  peers.set('proto2', ({ tokenIn, tokenOut, amount }) => {
    const whole = Number(amount) / 10 ** set.tokens[tokenIn].decimals
    return prototype.solve(tokenIn, tokenOut, whole, gasPriceIn(set, tokenOut), { cap: 24, cert: true })?.cert.ms
  })
  if (set.pools.length <= mostForTines && isInstalled(packageName)) {
    const quote = openTines(set)
    peers.set('tines', (job) => quote(job) && 0)
  }
  return peers
}
