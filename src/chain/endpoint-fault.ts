/** An endpoint that does not do its work. The reason names its host, never its path: a path often is a key. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault'
  /** Asking the same endpoint again may help. */
  readonly passing: boolean
  /** How long the endpoint wants to be left alone, in milliseconds. */
  readonly restMs: number | undefined
  /** The node itself said so: the way to it is sound. */
  readonly said: boolean

  constructor(
    reason: string,
    more: { passing?: boolean; restMs?: number | undefined; said?: boolean; cause?: unknown } = {},
  ) {
    super(reason, { cause: more.cause })
    this.passing = more.passing ?? false
    this.restMs = more.restMs
    this.said = more.said ?? false
  }
}
