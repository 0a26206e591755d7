/** What a transaction did, call by call. */
import type { Token } from '#domain/token'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import type { Address, Gas, Hex, Wei } from '#domain/units'

/** A call as a node's tracer reports it. */
export interface CallFrame {
  /** `CALL`, `STATICCALL`, `DELEGATECALL`, `CREATE` and the like. */
  readonly kind: string
  readonly from: Address
  /** `undefined` if it creates a contract. */
  readonly to: Address | undefined
  readonly value: Wei
  readonly gasUsed: Gas
  readonly input: Hex
  readonly output: Hex
  /** The node's message if it failed, sanitized; `undefined` if it succeeded. */
  readonly error: string | undefined
  readonly calls: readonly CallFrame[]
}

/** Calls that are read of one trace, at most; the rest is cut off. */
export const maxFrames = 4_000

/** In front of the symbol that the contract of an unlisted token gives itself. */
export const unlistedMark = 'unlisted '

export type TracedValue =
  | { readonly kind: 'address'; readonly address: Address }
  /** Of `token`, if it is known. */
  | { readonly kind: 'amount'; readonly raw: bigint; readonly token: Token | undefined }
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'bytes'; readonly length: number }

export interface TracedArgument {
  readonly name: string
  readonly value: TracedValue
}

/** A call with its bytes decoded, as far as its selector is known. */
export interface TracedCall extends Pick<CallFrame, 'kind' | 'from' | 'to' | 'value' | 'gasUsed'> {
  /** The function's name, or its selector. */
  readonly name: string
  readonly args: readonly TracedArgument[]
  readonly result: TracedValue | undefined
  readonly hasFailed: boolean
  /** What its revert data say; absent if it succeeded. May quote a contract. */
  readonly words: string | undefined
  /** The call in which the revert began that failed the transaction. */
  readonly isFirstRevert: boolean
  readonly calls: readonly TracedCall[]
}

/** How the calls are known. `replayed`: on the state before its block, which earlier transactions of it had changed. */
export const traceSources = ['trace', 'replayed', 'none'] as const
export type TraceSource = (typeof traceSources)[number]

export interface Trace {
  readonly transaction: RouterTransaction
  readonly source: TraceSource
  /** `undefined` if no endpoint traces, and none has the state before its block. */
  readonly root: TracedCall | undefined
  /** Names of the addresses in it: of our contracts, of tokens and of the swap's pools. */
  readonly labels: ReadonlyMap<Address, string>
  /** Calls that were left out of a very long trace. */
  readonly cut: number
}
