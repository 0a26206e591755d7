/**
 * Whether an endpoint may be called, as a pure state machine. Times are monotonic milliseconds.
 * - `closed`: it is called. One failed call opens the circuit, unless another call was answered since that one began:
 * then the fault is of the call, not of the endpoint.
 * - `open`: it is not called. After a while one probe is due.
 * - `half-open`: the probe is in flight. It closes the circuit, or opens it again for twice as long. An answer closes
 * the circuit in any state: calls that began before it opened may still be answered.
 */
export type Circuit =
  | { readonly state: 'closed'; readonly answeredAt: number }
  | { readonly state: 'open'; readonly waitMs: number; readonly probeAt: number }
  | { readonly state: 'half-open'; readonly waitMs: number }

/** Wait between the failure and the first probe; doubles after each failed probe, up to {@link maxWaitMs}. */
const minWaitMs = 250
/** While there are calls, an endpoint that has recovered is found within this plus its response time. */
export const maxWaitMs = 2_000

export const closedCircuit: Circuit = { state: 'closed', answeredAt: Number.NEGATIVE_INFINITY }

export const onAnswer = (now: number): Circuit => ({ state: 'closed', answeredAt: now })

/** @param call when it began, and the time it failed */
export function onFailure(circuit: Circuit, call: { readonly begunAt: number; readonly now: number }): Circuit {
  if (circuit.state !== 'closed' || circuit.answeredAt > call.begunAt) return circuit
  return openCircuit(minWaitMs, call.now)
}

/** The circuit with its probe in flight; `undefined` if none is due. */
export function onProbe(circuit: Circuit, now: number): Circuit | undefined {
  if (circuit.state !== 'open' || now < circuit.probeAt) return undefined
  return { state: 'half-open', waitMs: circuit.waitMs }
}

export function onProbeFailure(circuit: Circuit, now: number): Circuit {
  if (circuit.state !== 'half-open') return circuit
  return openCircuit(Math.min(maxWaitMs, 2 * circuit.waitMs), now)
}

const openCircuit = (waitMs: number, now: number): Circuit => ({ state: 'open', waitMs, probeAt: now + waitMs })
