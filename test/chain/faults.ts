/** What can go wrong between a client and a node, as rules for the proxy of `proxy.ts`. */

export interface RpcRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface RpcResponse {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/**
 * - of one call, after the node has done it: `error`, `null`, `forge`, `wrong-id`
 * - of one call that the node never gets: `withhold`; that it gets as another one: `rewrite`
 * - of the whole post, before the node sees it: `status`, `reset`, `hang`, `html`, `no-batch` (of one call: passes)
 * - of the whole post, after the node has done it: `lose` (reset), `silence` (hang), `truncate`, `flood`
 * - `delay` holds the whole post back
 */
export type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: 'null' | 'wrong-id' }
  | { readonly kind: 'forge'; readonly answer: (real: RpcResponse, request: RpcRequest) => RpcResponse }
  | { readonly kind: 'withhold'; readonly answer: (request: RpcRequest) => RpcResponse }
  | { readonly kind: 'rewrite'; readonly params: (request: RpcRequest) => readonly unknown[] }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'reset' | 'hang' | 'html' | 'no-batch' | 'lose' | 'silence' | 'truncate' | 'flood' }

export interface Rule {
  /** The calls it is for; every call when absent. */
  readonly method?: string
  /** A closer look at the call. */
  readonly when?: (request: RpcRequest) => boolean
  /** How many matching posts it lets through first. */
  readonly after?: number
  /** How many posts it then spoils; all of them when absent. */
  readonly times?: number
  readonly fault: Fault
}

const isCall = (request: RpcRequest): boolean => request.method === 'eth_call'
const isCreation = (request: RpcRequest): boolean => {
  const [call] = request.params as [{ to?: string } | undefined]
  return isCall(request) && call !== undefined && call.to === undefined
}
const overrides = (request: RpcRequest): boolean => isCall(request) && request.params.length > 2

const refusal = (message: string): Fault => ({ kind: 'error', code: -32602, message })

/** A node that refuses `eth_call` with a state override. */
export const refuseOverride: Rule = { when: overrides, fault: refusal('too many arguments, want at most 2') }

/** A node that does not know state overrides and drops them: the call meets an empty account. */
export const ignoreOverride: Rule = {
  when: overrides,
  fault: { kind: 'forge', answer: (_real, { id }) => ({ jsonrpc: '2.0', id, result: '0x' }) },
}

/** A node that refuses to return code from a creation; a creation that reverts passes. */
export const refuseCreate: Rule = {
  when: isCreation,
  fault: {
    kind: 'forge',
    answer: (real, { id }) =>
      real.error === undefined
        ? { jsonrpc: '2.0', id, error: { code: -32603, message: 'max code size exceeded' } }
        : real,
  },
}

/** A node that takes no creation in `eth_call` at all, as those that want a `to`. */
export const refuseCreation: Rule = { when: isCreation, fault: refusal('missing to address') }

/** The rules under which only this way of reading pool states is left, and those after it. */
export const onlyFrom = {
  override: [],
  create: [refuseOverride],
  revert: [refuseOverride, refuseCreate],
  multicall: [refuseOverride, refuseCreation],
} as const satisfies Record<string, readonly Rule[]>
