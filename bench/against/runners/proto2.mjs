import { gasPriceIn } from '#evaluate'
import { itemAt } from '#item-at'
import { Router } from '#prototypes/solver2'
import { toRaw, toRawUp } from '#raw-amount'

/** @import { Job, Limits, MaybeAnswer, PoolSet, Runner } from '#shapes' */

/** Limit of the prototype's arrays. */
const maxLegsEver = 64

/** @type {Runner} */
export const runner = {
  about: 'our second prototype: capped legs, upper bounds',
  open(set) {
    const router = new Router(set)
    return { quote: (job, limits) => quote({ set, router }, job, limits) }
  },
}

/**
 * @param {{ set: PoolSet, router: Router }} context
 * @param {Job} job
 * @param {Limits} limits
 * @returns {MaybeAnswer}
 */
function quote({ set, router }, { tokenIn, tokenOut, amount }, { maxLegs }) {
  const whole = Number(amount) / 10 ** itemAt(set.tokens, tokenIn).decimals
  const options = { cap: Math.min(maxLegs, maxLegsEver), cert: true }
  const found = router.solve(tokenIn, tokenOut, whole, gasPriceIn(set, tokenOut), options)
  if (!found?.steps) return undefined
  const { decimals } = itemAt(set.tokens, tokenOut)
  const legs = found.steps.map(({ edge, share }) => {
    return { pool: edge >> 1, tokenIn: itemAt(router.from, edge), tokenOut: itemAt(router.to, edge), share }
  })
  return {
    route: { legs },
    claimed: toRaw(found.out, decimals),
    bounds: { any: toRawUp(found.cert.U, decimals), capped: toRawUp(found.cert.UK, decimals) },
    boundMs: found.cert.ms,
  }
}
