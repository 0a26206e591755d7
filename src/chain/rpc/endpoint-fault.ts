/** An endpoint failed. The reason names its host, never its path: the path is often a key. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault'
  /** A retry on the same endpoint may help. */
  readonly isTransient: boolean
  /** How long the endpoint asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The node itself reported it: the connection works. */
  readonly isFromNode: boolean
  /** There were too many requests: the same one is answered later. */
  readonly limitsRate: boolean

  constructor(
    reason: string,
    options: {
      isTransient?: boolean
      retryAfterMs?: number | undefined
      isFromNode?: boolean
      limitsRate?: boolean
      cause?: unknown
    } = {},
  ) {
    super(reason, { cause: options.cause })
    this.isTransient = options.isTransient ?? false
    this.retryAfterMs = options.retryAfterMs
    this.isFromNode = options.isFromNode ?? false
    this.limitsRate = options.limitsRate ?? false
  }
}
