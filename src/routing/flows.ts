import type { Edge } from './market.ts'
import type { Give, Way } from './paths.ts'
import { tokenOrder } from './support.ts'

/** Smallest units, in floats: what a leg really moves is worked out when the search is over. */
export interface Flow {
  readonly into: number
  readonly out: number
}

/**
 * How much goes through every used edge. Ways that share a pool share one flow, so its state is advanced once, by
 * the sum. At every token but the ends inflow equals outflow: changes are made along whole ways only.
 */
export type Flows = ReadonlyMap<Edge, Flow>

const nothing: Flow = { into: 0, out: 0 }
/** A flow this much smaller than before is what rounding left of one that was taken back entirely. */
const crumb = 1e-9

/**
 * How much more, or less, comes out of a way when `amount` more, or less where it is negative, is sent down it. 0 where
 * a pool on it gives nothing more or does not carry that much. Enters the new flows in `changed`.
 */
export function shift(give: Give, flows: Flows, way: Way, amount: number, changed?: Map<Edge, Flow>): number {
  let carried = amount
  for (const edge of way) {
    const was = flows.get(edge) ?? nothing
    let into = was.into + carried
    if (into < was.into * crumb) {
      if (into < -was.into * crumb) return 0
      into = 0
    }
    const out = give(edge, into)
    carried = out - was.out
    if (amount > 0 ? carried <= 0 : carried >= 0) return 0
    if (into === 0) changed?.delete(edge)
    else changed?.set(edge, { into, out })
  }
  return carried
}

/** Runs `amount` through just these edges, dividing each token as `weights` does. `undefined` where one gives nothing. */
export function reflow(
  context: { readonly give: Give; readonly source: number },
  input: { readonly edges: readonly Edge[]; readonly weights: Flows; readonly amount: number },
): Flows | undefined {
  const held = new Map([[context.source, input.amount]])
  const flows = new Map<Edge, Flow>()
  for (const token of tokenOrder(input.edges, context.source) ?? []) {
    const edges = input.edges.filter((edge) => edge.source === token)
    let weight = edges.reduce((sum, edge) => sum + (input.weights.get(edge)?.into ?? 0), 0)
    let balance = held.get(token) ?? 0
    for (const edge of edges) {
      const own = input.weights.get(edge)?.into ?? 0
      const into = weight <= own ? balance : Math.floor((balance * own) / weight)
      const out = context.give(edge, into)
      if (out <= 0) return undefined
      flows.set(edge, { into, out })
      held.set(edge.target, (held.get(edge.target) ?? 0) + out)
      balance -= into
      weight -= own
    }
  }
  return flows.size === input.edges.length && flows.size > 0 ? flows : undefined
}
