import type { RouteContext } from './context.ts'
import type { Address } from './owner.ts'
import type { Given } from './parameters/reader.ts'

/** What came with a request. */
export interface Asked {
  readonly query: Given
  /** From the path, `:name`. */
  readonly path: Given
  /** Of a POST: what its body says, with the query's values where that says nothing. */
  readonly form: Given
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** One path of the interface; a file in `routes` exports one as `route`. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** With `:name` for a part that varies. */
  readonly path: string
  /** Neither key nor allowance is asked for: those who watch the server have none. */
  readonly open?: true
  /** No key is asked for, also where others need one; a request counts against its IP address's allowance then. */
  readonly keyless?: true
  /** The addresses that answer it; where absent, the two of the interface. */
  readonly at?: readonly Address[]
  answer(context: RouteContext, asked: Asked): Promise<Answer>
}

/** Where those who watch the server ask: at each address, as each has its own balancer. */
export const everywhere: readonly Address[] = ['public', 'authenticated', 'metrics']

export const routesAt = (routes: readonly Route[], address: Address): readonly Route[] =>
  routes.filter(({ at = ['public', 'authenticated'] }) => at.includes(address))

/** Every character beyond ASCII is escaped, so that no terminal or log obeys what a token calls itself. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: jsonText(value),
})
