/**
 * For routers without a leg cap but with a setting that shortens routes: the first answer within the cap, trying
 * settings from loose to tight; else the shortest one found, which is over the cap and not counted.
 */
export async function withinLegs(settings, maxLegs, quote) {
  let shortest
  for (const setting of settings) {
    const answer = await quote(setting)
    if (answer === undefined) continue
    if (legCount(answer.route) <= maxLegs) return answer
    if (shortest === undefined || legCount(answer.route) < legCount(shortest.route)) shortest = answer
  }
  return shortest
}

export const legCount = ({ legs, paths }) => legs?.length ?? paths.reduce((sum, { hops }) => sum + hops.length, 0)

/** `max`, `max` - 1 … 1. */
export const downFrom = (max) => Array.from({ length: max }, (_, i) => max - i)
