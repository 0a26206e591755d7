/** Files of other tools that contain states without outputs: there is nothing to compare. */
import type { Format } from './finding.ts'

/** `{ pools: […] }` as @balancer/sdk writes them, and `poolset/1`. */
export const statesOnly: Format = (content) => {
  const holdsPools = typeof content === 'object' && content !== null && 'pools' in content
  return holdsPools ? { unsupported: 'states of pools without recorded outputs' } : undefined
}
