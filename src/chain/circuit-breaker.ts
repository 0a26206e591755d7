/**
 * Whether an endpoint is asked, as a state machine: times come in as milliseconds that only grow, and nothing is done here.
 *
 * - `closed`: it is asked. One call that fails opens the circuit, unless another one was answered since that call began: then
 *   it was the call, and not the endpoint.
 * - `open`: it is not asked. After a while one probe is due.
 * - `half-open`: the probe is on its way. It closes the circuit, or opens it again for twice as long.
 *
 * An answer closes the circuit in any state: calls that began before it opened may still be answered.
 */
export type Circuit =
  | { readonly state: 'closed'; readonly answeredAt: number }
  | { readonly state: 'open'; readonly waitMs: number; readonly probeAt: number }
  | { readonly state: 'half-open'; readonly waitMs: number }

/** Between the failure and the first probe; twice as long after each one that fails, up to {@link maxWaitMs}. */
const minWaitMs = 250
/** An endpoint that is back is found within this and what its answer takes, as long as anybody asks for it. */
export const maxWaitMs = 2_000

export const closedCircuit: Circuit = { state: 'closed', answeredAt: Number.NEGATIVE_INFINITY }

export const onAnswer = (now: number): Circuit => ({ state: 'closed', answeredAt: now })

/** @param call when it began, and now that it has failed */
export function onFailure(circuit: Circuit, call: { readonly begunAt: number; readonly now: number }): Circuit {
  if (circuit.state !== 'closed' || circuit.answeredAt > call.begunAt) return circuit
  return openFor(minWaitMs, call.now)
}

/** The circuit with its probe on the way; `undefined` where none is due. */
export function onProbe(circuit: Circuit, now: number): Circuit | undefined {
  if (circuit.state !== 'open' || now < circuit.probeAt) return undefined
  return { state: 'half-open', waitMs: circuit.waitMs }
}

export function onProbeFailure(circuit: Circuit, now: number): Circuit {
  if (circuit.state !== 'half-open') return circuit
  return openFor(Math.min(maxWaitMs, 2 * circuit.waitMs), now)
}

const openFor = (waitMs: number, now: number): Circuit => ({ state: 'open', waitMs, probeAt: now + waitMs })
