/** Faults between a client and a node, as rules for the proxy of `proxy.ts`. */

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
 * - of one call, after the node has executed it: `error`, `null`, `forge`, `wrong-id`
 * - of one call that the node never receives: `withhold`; that it receives as another one: `rewrite`
 * - of the whole post, before the node sees it: `status`, `reset`, `hang`, `html`, `no-batch` (of one call: passes)
 * - of the whole post, after the node has executed it: `lose` (reset), `silence` (hang), `truncate`, `flood`
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
  /** The method it applies to; every call if absent. */
  readonly method?: string
  /** A further condition on the call. */
  readonly when?: (request: RpcRequest) => boolean
  /** How many matching posts it lets through first. */
  readonly after?: number
  /** How many posts it then affects; all of them if absent. */
  readonly times?: number
  readonly fault: Fault
}

const isCall = (request: RpcRequest): boolean => request.method === 'eth_call'
const isCreation = (request: RpcRequest): boolean => {
  const [call] = request.params as [{ to?: string } | undefined]
  return isCall(request) && call !== undefined && call.to === undefined
}
const isOverride = (request: RpcRequest): boolean => isCall(request) && request.params.length > 2

const refuseWith = (message: string): Fault => ({ kind: 'error', code: -32602, message })

/** A node that refuses `eth_call` with a state override. */
export const refuseOverride: Rule = { when: isOverride, fault: refuseWith('too many arguments, want at most 2') }

/** A node that keeps no state of a block before this one. */
export const refusePast = (head: number): Rule => ({
  when: (request) => isCall(request) && Number(request.params[1]) < head,
  fault: refuseWith('missing trie node'),
})

/** A node that does not know state overrides and drops them: the call meets an empty account. */
export const ignoreOverride: Rule = {
  when: isOverride,
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

/** A node that accepts no creation in `eth_call`, as those that require a `to`. */
export const refuseCreation: Rule = { when: isCreation, fault: refuseWith('missing to address') }

/** The rules that leave only this mode of reading pool states, and those after it. */
export const onlyFrom = {
  override: [],
  create: [refuseOverride],
  revert: [refuseOverride, refuseCreate],
  multicall: [refuseOverride, refuseCreation],
} as const satisfies Record<string, readonly Rule[]>
