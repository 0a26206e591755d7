import type { Clock } from '#domain/ports'
import { type Circuit, closedCircuit, onAnswer, onFailure, onProbe, onProbeFailure } from './circuit-breaker.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'

/** What a probe may take. An endpoint that needs longer for its chain id is of no use to a service. */
const probeMs = 3_000
/** The call that found a probe due waits so long for it: where the endpoint is back it need not be refused. */
const probeGraceMs = 250

/**
 * An endpoint that is left alone while it does not answer: a call is then refused within milliseconds, or within
 * {@link probeGraceMs} where it is the one that begins a probe. Nothing is asked unless a call wants an answer, so an
 * endpoint that nobody needs is not probed.
 */
export function guardEndpoint<E extends Endpoint>({ clock }: { readonly clock: Clock }, endpoint: E): E {
  let circuit: Circuit = closedCircuit
  let lastFault = '' // why it is left alone, in the words of the call that found out

  async function probe(): Promise<void> {
    try {
      await endpoint.probe(probeMs)
      circuit = onAnswer(clock.elapsed())
    } catch (error) {
      if (!(error instanceof EndpointFault)) throw error
      circuit = isAnswer(error) ? onAnswer(clock.elapsed()) : onProbeFailure(circuit, clock.elapsed())
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
        if (error instanceof EndpointFault && !isAnswer(error)) {
          circuit = onFailure(circuit, { begunAt, now: clock.elapsed() })
          lastFault = error.message
        }
        throw error
      }
    },
  }
}

/** The node itself said it: it may lack what was asked for, but it is there. */
const isAnswer = (fault: EndpointFault): boolean => fault.said
