/** One address of the server: routes, and what every answer has in common. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { apiErrorCode } from '#domain/api/error'
import { fail, type SwapError } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import { answerOddRequests, refuseBrokenRequest } from './broken-request.ts'
import type { RouteContext, ServerContext } from './context.ts'
import type { Deadlines } from './deadlines.ts'
import { asFailure, failureBody, retryAfter } from './failure.ts'
import { membersOf, readForm, readJson } from './form.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import type { NetworkGates } from './network-gates.ts'
import { withNotedNetwork } from './noted-network.ts'
import { type Address, createDoorkeeper, type Doorkeeper } from './owner.ts'
import { factsOf, logAnswer, logGone } from './request-log.ts'
import { type Answer, json, type Route, routesAt } from './route.ts'
import { timely } from './timely.ts'

const kibibyte = 1024

/** What all requests of a server have in common. */
interface Shared {
  /** Its service and tracker stand before the gates. */
  readonly context: RouteContext
  readonly gates: NetworkGates
  readonly deadlines: Deadlines
}

export interface Listening extends Shared {
  readonly address: Address
  readonly routes: readonly Route[]
}

/** An instance that does not listen yet. */
export function createListener(made: ServerContext, listening: Listening): FastifyInstance {
  const { address, context } = listening
  const routes = routesAt(listening.routes, address)
  const { settings, checksum } = context
  const app = fastify({
    logger: { level: made.logLevel, stream: made.log, timestamp: () => `,"time":${made.clock.now()}`, base: null },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => made.uuid(),
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    bodyLimit: 64 * kibibyte,
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    // What comes over a connection that stands is still answered while the server ends.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Whoever is slow is looked for so often. A host that is missing is said in our words.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * kibibyte,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // The library calls no hook for these.
      reply.raw.once('finish', () => noteAnswer(listening, request, reply))
      send(reply, failed(request, error))
    },
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, made.uuid()),
  })
  const failed = (request: FastifyRequest, error: unknown): Answer => {
    const failure = asFailure(error)
    factsOf(request).failure = failure
    return failureAnswer(failure, request.id, checksum)
  }

  answerOddRequests(app.server, made.uuid)
  readBodies(app)
  const doorkeeper = createDoorkeeper(made, address, settings)
  app.addHook('onRequest', commonHeaders({ listening, doorkeeper }))
  // As late as can be: what was asked before we stop is answered after it, and its connection would keep us waiting.
  app.addHook('onSend', async (_, reply) => {
    if (context.stopping()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => noteAnswer(listening, request, reply))
  app.setErrorHandler((error, request, reply) => send(reply, failed(request, error)))
  app.setNotFoundHandler((request, reply) => send(reply, failed(request, lost(routes, request))))
  for (const route of routes) addRoute(app, route, listening)
  return app
}

function addRoute(app: FastifyInstance, route: Route, { address, context, gates, deadlines }: Listening): void {
  app.route({
    method: route.method,
    url: route.path,
    config: { open: route.open === true, keyless: route.keyless === true },
    handler: async (request, reply) => {
      const query = membersOf(request.query)
      const form = route.method === 'POST' ? { ...query, ...membersOf(request.body) } : query
      const asked = { query, path: membersOf(request.params), form }
      const onGone = (gone: () => void) =>
        reply.raw.once('close', () => {
          if (reply.raw.writableFinished) return
          logGone(address, request, reply)
          gone()
        })
      const timed = { deadlines, seconds: context.settings.answerWithin }
      const noteNetwork = (network: NetworkName) => {
        factsOf(request).network = network
      }
      const answer = await context.withRequestId(request.id, () =>
        timely(timed, onGone, (unwanted) => {
          const limited = limitConcurrency(context, gates, unwanted)
          return route.answer(withNotedNetwork(limited, asked, noteNetwork), asked)
        }),
      )
      return send(reply, answer)
    },
  })
}

function send(reply: FastifyReply, { status, type, body, headers = {} }: Answer): FastifyReply {
  reply.headers(headers)
  if (status === 200 && hasAlready(reply.request, headers['etag'])) return reply.code(304).send()
  return reply.code(status).type(type).send(body)
}

/** Whether the client says that it has what this tag is of; a proxy that compresses makes the tag a weak one. */
function hasAlready({ headers }: FastifyRequest, etag: string | undefined): boolean {
  const had = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return etag !== undefined && had?.includes(etag) === true
}

function failureAnswer(failure: SwapError, requestId: string, checksum: RouteContext['checksum']): Answer {
  const wait = retryAfter(failure)
  const { allowed } = { allowed: [], ...failure.details }
  return {
    ...json(failureBody(failure, requestId, checksum), failure.row.http),
    headers: {
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      ...(failure.code === 'METHOD_NOT_ALLOWED' ? { allow: allowed.join(', ') } : {}),
    },
  }
}

/** A path nobody answers, or one that is asked in a wrong way. */
function lost(routes: readonly Route[], { method, url }: FastifyRequest): SwapError {
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

/** Texts only: what they say is read where the house's own words for it are. */
function readBodies(app: FastifyInstance): void {
  const texts = { parseAs: 'string' } as const
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', texts, async (_: FastifyRequest, text: string) => readJson(text))
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    texts,
    async (_: FastifyRequest, text: string) => readForm(text),
  )
}

interface Door {
  readonly listening: Listening
  readonly doorkeeper: Doorkeeper
}

/** Headers of every answer, then the question who asks; longer addresses than 8 KiB are not read. */
function commonHeaders({ listening: { address }, doorkeeper }: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.headers({ ...everyAnswer, 'x-request-id': request.id })
    if (address === 'public') reply.headers(openToBrowsers)
    if (address === 'public' && request.method === 'OPTIONS') return reply.code(204).send()
    checkHead(request)
    if (hasConfig(request, 'open')) return undefined
    const key = request.headers['apikey']
    const isKeyless = key === undefined && hasConfig(request, 'keyless')
    const admission = isKeyless
      ? doorkeeper.admitAnyone(request.ip)
      : await doorkeeper.admit(request.ip, key, noteKey(request))
    const { allowance, left } = admission
    reply.headers({ 'ratelimit-limit': String(allowance.burst), 'ratelimit-remaining': String(left) })
    if (address === 'authenticated' && !isKeyless) reply.header('x-auth-status', 'authenticated')
    return undefined
  }
}

function checkHead({ url, headers, raw }: FastifyRequest): void {
  if (url.length > 8 * kibibyte) throw fail('ADDRESS_TOO_LONG', { reason: 'the address is longer than 8 KiB' })
  if (headers.host === undefined && raw.httpVersion !== '1.0')
    throw fail('VALIDATION_FAILED', { reason: 'the header host is missing' })
}

/** No browser guesses another type than is said, and none keeps an answer unless it says so. */
const everyAnswer = { 'x-api-version': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Any page may ask the public address: there is nothing of a user's that a browser would send along. */
const openToBrowsers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, apikey',
  'access-control-expose-headers':
    'retry-after, ratelimit-limit, ratelimit-remaining, x-request-id, x-api-version, x-amount-in-offset, x-networks-incomplete',
  'access-control-max-age': '86400',
}

const hasConfig = ({ routeOptions: { config } }: FastifyRequest, name: 'open' | 'keyless'): boolean =>
  name in config && Reflect.get(config, name) === true

const noteKey =
  (request: FastifyRequest) =>
  (id: string): void => {
    factsOf(request).keyId = id
  }

/** A line in the log and a count: the path as the interface names it, never the query. */
function noteAnswer({ address, context }: Listening, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.routeOptions.url ?? 'none'
  const { method } = request
  const seconds = reply.elapsedTime / 1_000
  const { network, failure } = factsOf(request)
  const code = failure && apiErrorCode(failure)
  context.metrics.seen({ address, method, path, status: reply.statusCode, seconds, network, code })
  logAnswer(address, request, reply)
}
