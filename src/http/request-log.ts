/** The log: one line of JSON for each request, with what an operator looks for and nothing secret. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiErrorCode } from '#domain/api/error'
import type { SwapError } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import type { Address } from './owner.ts'

/** What becomes known of a request on its way to an answer. */
export interface RequestFacts {
  /** Only one that is served, so that labels of metrics stay few. */
  network?: NetworkName
  /** The id of the API key that was accepted, never the key. */
  keyId?: string
  failure?: SwapError
}

const facts = new WeakMap<FastifyRequest, RequestFacts>()

/** The facts of this request, which whoever learns one may add to. */
export function factsOf(request: FastifyRequest): RequestFacts {
  const known = facts.get(request) ?? {}
  facts.set(request, known)
  return known
}

/**
 * Writes the line of an answered request: an error if the fault is ours, a warning if something we need is away or we are
 * too busy, and why; otherwise for information.
 */
export function logAnswer(address: Address, request: FastifyRequest, reply: FastifyReply): void {
  const { failure } = factsOf(request)
  const line = {
    ...fieldsOf(address, request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(failure === undefined ? {} : { code: apiErrorCode(failure), error: failure.code }),
  }
  const status = failure?.row.http ?? 200
  if (status < 500) request.log.info(line)
  else if (status === 500) request.log.error({ ...line, reason: failure?.message, err: failure?.cause })
  else request.log.warn({ ...line, reason: failure?.message })
}

/** Writes the line of a request whose client closed the connection before it was answered. */
export function logGone(address: Address, request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({ ...fieldsOf(address, request), gone: true, ms: Math.round(reply.elapsedTime) })
}

/** The path is the interface's, never the query. */
function fieldsOf(address: Address, request: FastifyRequest) {
  const { network, keyId } = factsOf(request)
  return {
    address,
    ip: request.ip,
    ...(keyId === undefined ? {} : { keyId }),
    ...(network === undefined ? {} : { network }),
    method: request.method,
    path: request.routeOptions.url ?? 'none',
  }
}
