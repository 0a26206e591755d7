import type { RouteContext } from './context.ts'
import type { ListenerKind } from './gate/authenticator.ts'
import type { RawParameters } from './parameters/reader.ts'

/** The contents of a request. */
export interface ApiRequest {
  readonly query: RawParameters
  /** From the path, `:name`. */
  readonly path: RawParameters
  /** For POST: the body's members, completed by the query's. */
  readonly form: RawParameters
}

export interface ApiResponse {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** One path of the API; a file in `routes` exports it as `route`. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST'
  /** With `:name` for a variable part. */
  readonly path: string
  /** Requires no key and no allowance: monitoring has none. */
  readonly open?: true
  /**
   * Requires no key, even on the authenticated listener; the request then counts against the IP address's allowance.
   */
  readonly keyless?: true
  /** Its answer uses a quote up. It takes no HEAD, which would do so and return nothing of it. */
  readonly consumes?: true
  /** The listeners that serve it; by default the two of the API. */
  readonly listeners?: readonly ListenerKind[]
  answer(context: RouteContext, asked: ApiRequest): Promise<ApiResponse>
}

/** For what the interface has marked as deprecated. Source: RFC 9745 has a date; clients of this interface read `true`. */
export const deprecation = { deprecation: 'true' } as const

/** Monitoring paths are on every listener, as each has its own load balancer. */
export const allListeners: readonly ListenerKind[] = ['public', 'authenticated', 'metrics']

export const selectRoutes = (routes: readonly HttpRoute[], address: ListenerKind): readonly HttpRoute[] =>
  routes.filter(({ listeners: at = ['public', 'authenticated'] }) => at.includes(address))

/** Escapes every non-ASCII character, so that no terminal or log interprets a token's name. */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const toJsonResponse = (value: unknown, status = 200): ApiResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  body: toJsonText(value),
})
