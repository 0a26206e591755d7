/** The log: one JSON line per request, with what an operator looks for and no secrets. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiErrorCode } from '#domain/api/error'
import type { SwapError } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import type { ListenerKind } from '#http/gate/authenticator'

/** What is learned about a request before its answer. */
export interface RequestFacts {
  /** Only a served one, so that metric labels stay few. */
  network?: NetworkName
  /** The id of the accepted API key, never the key. */
  keyId?: string
  failure?: SwapError
}

const requestFacts = new WeakMap<FastifyRequest, RequestFacts>()

/** The facts of this request so far; later ones are added to the object. */
export function getRequestFacts(request: FastifyRequest): RequestFacts {
  const known = requestFacts.get(request) ?? {}
  requestFacts.set(request, known)
  return known
}

/**
 * Logs an answered request. Level: error if the fault is ours; warning, with the reason, if a dependency is unavailable
 * or we are overloaded; otherwise info.
 */
export function logResponse(address: ListenerKind, request: FastifyRequest, reply: FastifyReply): void {
  const { failure } = getRequestFacts(request)
  const line = {
    ...toLogFields(address, request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(failure === undefined ? {} : { code: apiErrorCode(failure), error: failure.code }),
  }
  const status = failure?.row.http ?? 200
  if (status < 500) request.log.info(line)
  else if (status === 500) request.log.error({ ...line, reason: failure?.message, err: failure?.cause })
  else request.log.warn({ ...line, reason: failure?.message })
}

/** Logs a request whose client closed the connection before the answer. */
export function logDisconnect(address: ListenerKind, request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({ ...toLogFields(address, request), gone: true, ms: Math.round(reply.elapsedTime) })
}

/** The path is the API's, without the query. */
function toLogFields(address: ListenerKind, request: FastifyRequest) {
  const { network, keyId } = getRequestFacts(request)
  return {
    address,
    ip: request.ip,
    ...(keyId === undefined ? {} : { keyId }),
    ...(network === undefined ? {} : { network }),
    method: request.method,
    path: request.routeOptions.url ?? 'none',
  }
}
