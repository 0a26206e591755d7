import { gasPriceIn } from '../against/evaluate.mjs'
import { itemAt } from '../against/item-at.mjs'
import { isInstalled } from '../against/peers/package.mjs'
import { openTines, packageName } from '../against/peers/tines-market.mjs'
// biome-ignore lint/correctness/useImportExtensions: `.d.mts` has only its types
import { Router } from '../against/prototypes/solver2.mjs'

/**
 * @import { Job, PoolSet } from '../against/shapes.mts'
 * @typedef {(job: Job) => number | undefined} Peer answers a job; how many milliseconds were not spent on the route
 */

/** Above this tines takes seconds per quote. */
const maxForTines = 5_000

export const peerNames = /** @type {const} */ (['proto2', 'tines'])

/**
 * A peer that answers the same jobs as ours, on the set's first block: only its time counts. Its quotes return how many
 * milliseconds were not spent on the route. `undefined` if it is not installed, or the set is too large for it.
 * @param {typeof peerNames[number]} name
 * @param {PoolSet} set
 * @returns {Peer | undefined}
 */
export function openPeer(name, set) {
  if (name === 'proto2') return openPrototype(set)
  if (set.pools.length > maxForTines || !isInstalled(packageName)) return undefined
  const quote = openTines(set)
  return (job) => quote(job, undefined) && 0
}

/**
 * @param {PoolSet} set
 * @returns {Peer}
 */
function openPrototype(set) {
  const prototype = new Router(set)
  return ({ tokenIn, tokenOut, amount }) => {
    const whole = Number(amount) / 10 ** itemAt(set.tokens, tokenIn).decimals
    return prototype.solve(tokenIn, tokenOut, whole, gasPriceIn(set, tokenOut), { cap: 24, cert: true })?.cert.ms
  }
}
