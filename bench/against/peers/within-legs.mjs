/**
 * For routers that know no leg cap but some setting that shortens routes: the first answer within the cap, trying
 * settings from loose to tight; else the shortest found, which is then over the cap and not counted.
 */
export async function withinLegs(settings, mostLegs, quote) {
  let shortest
  for (const setting of settings) {
    const answer = await quote(setting)
    if (answer === undefined) continue
    if (legCount(answer.route) <= mostLegs) return answer
    if (shortest === undefined || legCount(answer.route) < legCount(shortest.route)) shortest = answer
  }
  return shortest
}

export const legCount = ({ legs, paths }) => legs?.length ?? paths.reduce((sum, { hops }) => sum + hops.length, 0)

/** `most`, `most` - 1 … 1. */
export const downFrom = (most) => Array.from({ length: most }, (_, i) => most - i)
