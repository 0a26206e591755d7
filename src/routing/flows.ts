import type { Edge } from './market.ts'
import type { Give, Way } from './paths.ts'
import { tokenOrder } from './support.ts'

export interface Flow {
  readonly into: bigint
  readonly out: bigint
}

/**
 * How much goes through every used edge. Ways that share a pool share one flow, so its state is advanced once, by
 * the sum. At every token but the ends inflow equals outflow exactly: changes are made along whole ways only.
 */
export type Flows = ReadonlyMap<Edge, Flow>

export interface Change {
  readonly flows: Flows
  /** How much more, or less, of the last edge's token came out. */
  readonly amount: bigint
}

const nothing: Flow = { into: 0n, out: 0n }

/** Sends `amount` more down a way. `undefined` where a pool on it gives nothing more. */
export function pour(give: Give, flows: Flows, way: Way, amount: bigint): Change | undefined {
  const changed = new Map(flows)
  let carried = amount
  for (const edge of way) {
    const was = flows.get(edge) ?? nothing
    const into = was.into + carried
    const out = give(edge, into)
    carried = out - was.out
    if (carried <= 0n) return undefined
    changed.set(edge, { into, out })
  }
  return { flows: changed, amount: carried }
}

/** Takes `amount` back from a way. `undefined` where it does not carry that much. */
export function drain(give: Give, flows: Flows, way: Way, amount: bigint): Change | undefined {
  const changed = new Map(flows)
  let carried = amount
  for (const edge of way) {
    const was = flows.get(edge) ?? nothing
    const into = was.into - carried
    if (into < 0n) return undefined
    const out = give(edge, into)
    carried = was.out - out
    if (carried <= 0n) return undefined
    if (into === 0n) changed.delete(edge)
    else changed.set(edge, { into, out })
  }
  return { flows: changed, amount: carried }
}

/** Runs `amount` through just these edges, dividing each token as `weights` does. `undefined` where one gives nothing. */
export function reflow(
  context: { readonly give: Give; readonly source: number },
  input: { readonly edges: readonly Edge[]; readonly weights: Flows; readonly amount: bigint },
): Flows | undefined {
  const held = new Map([[context.source, input.amount]])
  const flows = new Map<Edge, Flow>()
  for (const token of tokenOrder(input.edges, context.source) ?? []) {
    const edges = input.edges.filter((edge) => edge.source === token)
    let weight = edges.reduce((sum, edge) => sum + (input.weights.get(edge)?.into ?? 0n), 0n)
    let balance = held.get(token) ?? 0n
    for (const edge of edges) {
      const own = input.weights.get(edge)?.into ?? 0n
      const into = weight === own ? balance : (balance * own) / weight
      const out = context.give(edge, into)
      if (out <= 0n) return undefined
      flows.set(edge, { into, out })
      held.set(edge.target, (held.get(edge.target) ?? 0n) + out)
      balance -= into
      weight -= own
    }
  }
  return flows.size === input.edges.length && flows.size > 0 ? flows : undefined
}
