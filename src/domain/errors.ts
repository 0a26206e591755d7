import type { Row, SendingStatement } from '#domain/failures/row'
import { type Details, type ErrorCode, rowOf } from '#domain/failures/table'
import type { Address } from '#domain/units'

/** What is known where a failure occurs, beyond the details its message needs. */
export interface FailureContext {
  readonly cause?: unknown
  /**
   * Whether the command's own transaction, or an approval in flight, was sent and may be on the chain; `maybe` if nothing
   * here tells. `unasked`: of a call that signed nothing and ended before any record was read, so that neither is claimed.
   */
  readonly sent?: boolean | 'maybe' | 'unasked'
  readonly txHash?: string
  readonly swapId?: string
  /** Hashes of the approvals sent for it. */
  readonly approvals?: readonly string[]
  /** One more sentence: why it happened. */
  readonly why?: string
  /** What the approvals sent for it left behind; `none` if the chain says that it is nothing. */
  readonly leftover?: LeftoverAllowance | 'none'
}

/** An allowance that was given for a swap which did not use it. */
export interface LeftoverAllowance {
  readonly token: Address
  readonly spender: Address
  /** In the token's smallest units. */
  readonly allowance: bigint
  /** As a sentence. */
  readonly words: string
  /** The command that takes it back. */
  readonly command: string
}

/** The only error class shown to users. Any other error that escapes is a bug. */
export class SwapError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'SwapError'

  readonly code: C
  readonly details: Details<C>
  readonly context: FailureContext

  constructor(code: C, details: Details<C>, context: FailureContext) {
    super(rowOf(code).say(details), 'cause' in context ? { cause: context.cause } : undefined)
    this.code = code
    this.details = details
    this.context = context
  }

  get row(): Pick<Row<never>, 'number' | 'http' | 'exit' | 'retryable' | 'api' | 'sent'> {
    return rowOf(this.code)
  }

  /** What the message itself says about sending. */
  get statement(): SendingStatement | undefined {
    const { states } = rowOf(this.code)
    return typeof states === 'function' ? states(this.details) : states
  }

  get exit(): number {
    return this.row.exit
  }

  get fix(): readonly string[] {
    const { leftover } = this.context
    const more = leftover === undefined || leftover === 'none' ? [] : [leftover.command]
    return [...(rowOf(this.code).fix?.(this.details) ?? []), ...more]
  }

  /** The same failure with more context. */
  withContext(context: FailureContext): SwapError<C> {
    return new SwapError(this.code, this.details, { ...this.context, ...context })
  }
}

/** Creates the error of `code`; the caller throws it, so that control flow stays visible. */
export function fail<C extends ErrorCode>(code: C, details: Details<C>, context: FailureContext = {}): SwapError<C> {
  return new SwapError(code, details, context)
}

/**
 * Of a call that signed nothing and ended before any record was read: an earlier run of the same call may have sent
 * something. A failure that says itself whether something was sent stays as it is.
 */
export const leaveUnasked = (failure: SwapError): SwapError =>
  failure.context.sent === undefined && failure.row.sent === undefined
    ? failure.withContext({ sent: 'unasked' })
    : failure

/** Whether `error` is the failure `code`. */
export function isFailure<C extends ErrorCode>(error: unknown, code: C): error is SwapError<C> {
  return error instanceof SwapError && error.code === code
}
