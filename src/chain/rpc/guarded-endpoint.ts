import type { Clock } from '#domain/clock'
import { type Circuit, closedCircuit, onAnswer, onFailure, onProbe, onProbeFailure } from './circuit-breaker.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'

/** Timeout of a probe. An endpoint that needs longer for its chain id is of no use to a service. */
const probeTimeoutMs = 3_000
/** How long the call that starts a probe waits for it: if the endpoint is back, the call need not be refused. */
const probeGraceMs = 250

/**
 * Stops calling an endpoint while it does not answer: a call is then refused within milliseconds, or within {@link
 * probeGraceMs} if it starts a probe. Nothing is sent unless a caller wants an answer, so an unused endpoint is not
 * probed.
 */
export function guardEndpoint<E extends Endpoint>({ clock }: { readonly clock: Clock }, endpoint: E): E {
  let circuit: Circuit = closedCircuit
  let lastFault = '' // the fault of the call that opened the circuit

  async function probe(): Promise<void> {
    try {
      await endpoint.probe(probeTimeoutMs)
      circuit = onAnswer(clock.elapsed())
    } catch (error) {
      if (!(error instanceof EndpointFault)) throw error
      circuit = isFromNode(error) ? onAnswer(clock.elapsed()) : onProbeFailure(circuit, clock.elapsed())
    }
  }

  async function admit(): Promise<void> {
    const probing = onProbe(circuit, clock.elapsed())
    if (probing !== undefined) {
      circuit = probing
      const enough = new AbortController()
      await Promise.race([probe().finally(() => enough.abort()), clock.sleep(probeGraceMs, enough.signal)])
    }
    if (circuit.state !== 'closed') throw new EndpointFault(`${lastFault}, and is tried again soon`)
  }

  return {
    ...endpoint,
    async ask(calls) {
      if (circuit.state !== 'closed') await admit()
      const begunAt = clock.elapsed()
      try {
        const answers = await endpoint.ask(calls)
        circuit = onAnswer(clock.elapsed())
        return answers
      } catch (error) {
        if (error instanceof EndpointFault && !isFromNode(error)) {
          circuit = onFailure(circuit, { begunAt, now: clock.elapsed() })
          lastFault = error.message
        }
        throw error
      }
    },
  }
}

/** The node itself reported it: it may lack what was asked for, but it responds. */
const isFromNode = (fault: EndpointFault): boolean => fault.isFromNode
