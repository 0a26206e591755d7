/**
 * How many blocks of logs to request at once, and how long to wait between requests: fewer blocks after a refusal, slowly
 * more after answers; longer after a rate limit, slowly shorter after answers.
 */
export interface LogSpan {
  readonly blocks: number
  readonly intervalMs: number
  /** The last refused number, which later requests stay below. */
  readonly refused: number
  /** Answers in a row since. */
  readonly answersInRow: number
}

/** Most nodes accept this many; some accept millions if there are few logs. */
const initialBlocks = 10_000
const maxBlocks = 1_000_000
/** After this many answers in a row the limit is tried again: it may have depended on the logs, which are fewer now. */
const retryAfterAnswers = 40

const [minIntervalMs, maxIntervalMs] = [50, 2_000]

export const firstSpan: LogSpan = {
  blocks: initialBlocks,
  intervalMs: 0,
  refused: Number.POSITIVE_INFINITY,
  answersInRow: 0,
}

/** The same blocks, but less often. */
export const afterRateLimit = (span: LogSpan): LogSpan => ({
  ...span,
  intervalMs: Math.min(maxIntervalMs, Math.max(minIntervalMs, span.intervalMs * 2)),
})

/** By a twentieth, and none at all below {@link minIntervalMs} / 2. */
const shorten = (intervalMs: number): number => (intervalMs * 2 < minIntervalMs ? 0 : intervalMs * 0.95)

export const afterRefusal = ({ blocks, intervalMs }: LogSpan): LogSpan => ({
  blocks: Math.max(1, Math.floor(blocks / 2)),
  intervalMs,
  refused: blocks,
  answersInRow: 0,
})

/** Half of the distance to the refused number, at most doubling; no increase within a tenth of it. */
export function afterAnswer({ blocks, intervalMs, refused, answersInRow: calm }: LogSpan): LogSpan {
  const ceiling = calm + 1 >= retryAfterAnswers ? refused * 2 : refused
  const restarted = ceiling === refused ? calm + 1 : 0
  const wider = Math.floor(Math.min(blocks * 2, (blocks + Math.min(ceiling, 2 * maxBlocks)) / 2, maxBlocks))
  const isNear = blocks > ceiling * 0.9
  return {
    blocks: isNear ? blocks : Math.max(blocks, wider),
    intervalMs: shorten(intervalMs),
    refused: ceiling,
    answersInRow: restarted,
  }
}
