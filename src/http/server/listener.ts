/** One listener of the server: its routes, and what all its responses share. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { apiErrorCode } from '#domain/api/error'
import { fail, type SwapError } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import type { RouteContext, ServerContext } from '#http/context'
import { type Authenticator, createAuthenticator, type ListenerKind } from '#http/gate/authenticator'
import type { Deadlines } from '#http/gate/deadlines'
import { limitConcurrency } from '#http/gate/limit-concurrency'
import { limitSearches } from '#http/gate/limit-searches'
import type { NetworkLimiters } from '#http/gate/network-limiters'
import { withDeadline } from '#http/gate/with-deadline'
import { type ApiResponse, type HttpRoute, selectRoutes, toJsonResponse } from '#http/route'
import { answerOddRequests, refuseBrokenRequest } from './broken-request.ts'
import { getRetryAfter, toFailure, toFailureBody } from './failure.ts'
import { readForm, readJson, readMembers } from './form.ts'
import { dropForwardedPorts } from './forwarded.ts'
import { withNotedNetwork } from './noted-network.ts'
import { getRequestFacts, logDisconnect, logResponse } from './request-log.ts'

const kibibyte = 1024

/** Shared by all listeners of a server. */
interface SharedListenerInput {
  /** Its service and tracker are not limited yet. */
  readonly context: RouteContext
  readonly limiters: NetworkLimiters
  readonly deadlines: Deadlines
}

export interface ListenerInput extends SharedListenerInput {
  readonly address: ListenerKind
  readonly routes: readonly HttpRoute[]
}

/** An instance that does not listen yet. */
export function createListener(made: ServerContext, listening: ListenerInput): FastifyInstance {
  const { address, context } = listening
  const routes = selectRoutes(listening.routes, address)
  const { settings, checksum } = context
  const app = fastify({
    logger: { level: made.logLevel, stream: made.log, timestamp: () => `,"time":${made.clock.now()}`, base: null },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => made.uuid(),
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    bodyLimit: 64 * kibibyte,
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    // Requests on open connections are still answered while the server stops.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The interval of the check for slow clients. A missing host gets our own error.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * kibibyte,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // the library calls no hook for these
      reply.raw.once('finish', () => recordResponse(listening, request, reply))
      send(reply, failed(request, error))
    },
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, made.uuid()),
  })
  const failed = (request: FastifyRequest, error: unknown): ApiResponse => {
    const failure = toFailure(error)
    getRequestFacts(request).failure = failure
    return toFailureResponse(failure, request.id, checksum)
  }

  answerOddRequests(app.server, made.uuid)
  addBodyParsers(app)
  const doorkeeper = createAuthenticator(made, address, settings)
  app.addHook('onRequest', createRequestHook({ listening, doorkeeper }))
  // As late as possible: a request from before the stop is answered after it, and its connection would delay the end.
  app.addHook('onSend', async (_, reply) => {
    if (context.stopping()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => recordResponse(listening, request, reply))
  app.setErrorHandler((error, request, reply) => send(reply, failed(request, error)))
  app.setNotFoundHandler((request, reply) => send(reply, failed(request, notFoundFailure(routes, request))))
  for (const route of routes) addRoute(app, route, listening)
  return app
}

function addRoute(
  app: FastifyInstance,
  route: HttpRoute,
  { address, context, limiters, deadlines }: ListenerInput,
): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.consumes !== true,
    config: { open: route.open === true, keyless: route.keyless === true },
    handler: async (request, reply) => {
      const query = readMembers(request.query)
      const form = route.method === 'POST' ? { ...query, ...readMembers(request.body) } : query
      const asked = { query, path: readMembers(request.params), form }
      const onGone = (gone: () => void) =>
        reply.raw.once('close', () => {
          if (reply.raw.writableFinished) return
          logDisconnect(address, request, reply)
          gone()
        })
      const timed = { deadlines, seconds: context.settings.timeoutSeconds }
      const noteNetwork = (network: NetworkName) => {
        getRequestFacts(request).network = network
      }
      const answer = await context.withRequestId(request.id, () =>
        withDeadline(timed, onGone, (wanted) => {
          const limited = limitSearches(limitConcurrency(context, limiters, wanted), limiters, wanted.unwanted)
          return route.answer(withNotedNetwork(limited, asked, noteNetwork), asked)
        }),
      )
      return send(reply, answer)
    },
  })
}

function send(reply: FastifyReply, { status, type, body, headers = {} }: ApiResponse): FastifyReply {
  reply.headers(headers)
  if (status === 200 && isCached(reply.request, headers['etag'])) return reply.code(304).send()
  return reply.code(status).type(type).send(body)
}

/** True if the client's copy has this tag; a compressing proxy makes the tag a weak one. */
function isCached({ headers }: FastifyRequest, etag: string | undefined): boolean {
  const had = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return etag !== undefined && had?.includes(etag) === true
}

function toFailureResponse(failure: SwapError, requestId: string, checksum: RouteContext['checksum']): ApiResponse {
  const wait = getRetryAfter(failure)
  const { allowed } = { allowed: [], ...failure.details }
  return {
    ...toJsonResponse(toFailureBody(failure, requestId, checksum), failure.row.http),
    headers: {
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      ...(failure.code === 'METHOD_NOT_ALLOWED' ? { allow: allowed.join(', ') } : {}),
    },
  }
}

/** An unknown path, or a known path with the wrong method. */
function notFoundFailure(routes: readonly HttpRoute[], { method, url }: FastifyRequest): SwapError {
  const [path = ''] = url.split('?')
  const allowed = routes.filter((route) => matches(route.path, path)).map((route) => route.method)
  const shown = path.slice(0, 100)
  return allowed.length === 0
    ? fail('PATH_NOT_FOUND', { path: shown })
    : fail('METHOD_NOT_ALLOWED', { method, path: shown, allowed })
}

function matches(pattern: string, path: string): boolean {
  const [ours, theirs] = [pattern.split('/'), path.split('/')]
  return ours.length === theirs.length && ours.every((part, i) => part.startsWith(':') || part === theirs[i])
}

/** Reads bodies as text only: they are parsed later, with our own error messages. */
function addBodyParsers(app: FastifyInstance): void {
  const texts = { parseAs: 'string' } as const
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', texts, async (_: FastifyRequest, text: string) => readJson(text))
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    texts,
    async (_: FastifyRequest, text: string) => readForm(text),
  )
}

interface RequestHookInput {
  readonly listening: ListenerInput
  readonly doorkeeper: Authenticator
}

/** Sets the headers of every response, then authenticates; URLs longer than 8 KiB are refused. */
function createRequestHook({ listening: { address }, doorkeeper }: RequestHookInput) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isReset(request)) return leaveUnanswered(reply)
    dropForwardedPorts(request.raw.headers) // before anything reads the client's address
    reply.headers({ ...responseHeaders, 'x-request-id': request.id })
    if (address === 'public') reply.headers(corsHeaders)
    if (address === 'public' && request.method === 'OPTIONS') return reply.code(204).send()
    checkHead(request)
    if (hasConfig(request, 'open')) return undefined
    const key = request.headers['apikey']
    const isKeyless = key === undefined && hasConfig(request, 'keyless')
    const admission = isKeyless
      ? doorkeeper.admitAnyone(request.ip)
      : await doorkeeper.admit(request.ip, key, createKeyRecorder(request))
    const { allowance, left } = admission
    reply.headers({ 'ratelimit-limit': String(allowance.burst), 'ratelimit-remaining': String(left) })
    if (address === 'authenticated' && !isKeyless) reply.header('x-auth-status', 'authenticated')
    return undefined
  }
}

/** The client reset the connection before its request was read: it has no address any more, and so no allowance. */
const isReset = ({ raw: { socket } }: FastifyRequest): boolean => socket.remoteAddress === undefined

function leaveUnanswered(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function checkHead({ url, headers, raw }: FastifyRequest): void {
  if (url.length > 8 * kibibyte) throw fail('ADDRESS_TOO_LONG', { reason: 'the address is longer than 8 KiB' })
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    throw fail('VALIDATION_FAILED', { reason: 'the header host is missing' })
}

/** Browsers must not guess another content type; nothing is cached unless the response allows it. */
const responseHeaders = { 'x-api-version': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Any page may call the public listener: browsers have no user credentials to send with it. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, apikey',
  'access-control-expose-headers':
    'retry-after, ratelimit-limit, ratelimit-remaining, x-request-id, x-api-version, x-amount-in-offset, x-networks-incomplete',
  'access-control-max-age': '86400',
}

const hasConfig = ({ routeOptions: { config } }: FastifyRequest, name: 'open' | 'keyless'): boolean =>
  name in config && Reflect.get(config, name) === true

const createKeyRecorder =
  (request: FastifyRequest) =>
  (id: string): void => {
    getRequestFacts(request).keyId = id
  }

/** Logs and counts a response: by the API's path, never the query. */
function recordResponse({ address, context }: ListenerInput, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.routeOptions.url ?? 'none'
  const { method } = request
  const seconds = reply.elapsedTime / 1_000
  const { network, failure } = getRequestFacts(request)
  const code = failure && apiErrorCode(failure)
  context.metrics.recordRequest({ address, method, path, status: reply.statusCode, seconds, network, code })
  logResponse(address, request, reply)
}
