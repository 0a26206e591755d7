/** How many blocks of logs to request at once: fewer after a refusal, slowly more after answers. */
export interface LogSpan {
  readonly blocks: number
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

export const firstSpan: LogSpan = { blocks: initialBlocks, refused: Number.POSITIVE_INFINITY, answersInRow: 0 }

export const afterRefusal = ({ blocks }: LogSpan): LogSpan => ({
  blocks: Math.max(1, Math.floor(blocks / 2)),
  refused: blocks,
  answersInRow: 0,
})

/** Half of the distance to the refused number, at most doubling; no increase within a tenth of it. */
export function afterAnswer({ blocks, refused, answersInRow: calm }: LogSpan): LogSpan {
  const ceiling = calm + 1 >= retryAfterAnswers ? refused * 2 : refused
  const restarted = ceiling === refused ? calm + 1 : 0
  const wider = Math.floor(Math.min(blocks * 2, (blocks + Math.min(ceiling, 2 * maxBlocks)) / 2, maxBlocks))
  const isNear = blocks > ceiling * 0.9
  return { blocks: isNear ? blocks : Math.max(blocks, wider), refused: ceiling, answersInRow: restarted }
}
