/** @import { MaybeAnswer, Route } from '#shapes' */

/**
 * For routers without a leg cap but with a setting that shortens routes: the first answer within the cap, trying
 * settings from loose to tight; else the shortest one found, which is over the cap and not counted.
 * @template Setting
 * @param {readonly Setting[]} settings
 * @param {number} maxLegs
 * @param {(setting: Setting) => MaybeAnswer | Promise<MaybeAnswer>} quote
 */
export async function withinLegs(settings, maxLegs, quote) {
  /** @type {MaybeAnswer} */
  let shortest
  for (const setting of settings) {
    const answer = await quote(setting)
    if (answer === undefined) continue
    if (legCount(answer.route) <= maxLegs) return answer
    if (shortest === undefined || legCount(answer.route) < legCount(shortest.route)) shortest = answer
  }
  return shortest
}

/** @param {Route} route */
export const legCount = ({ legs, paths }) =>
  legs === undefined ? paths.reduce((sum, { hops }) => sum + hops.length, 0) : legs.length

/**
 * `max`, `max` - 1 … 1.
 * @param {number} max
 */
export const downFrom = (max) => Array.from({ length: max }, (_, i) => max - i)
