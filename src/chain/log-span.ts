/** How many blocks a node is asked for the logs of at once: fewer where it refuses, slowly more where it does not. */
export interface LogSpan {
  readonly blocks: number
  /** What was refused last, which the next tries stay below. */
  readonly refused: number
  /** Answers in a row since. */
  readonly calm: number
}

/** Most nodes take as many; some answer for millions where there is little to say. */
const first = 10_000
const most = 1_000_000
/** After so many answers in a row the limit is tried again: it may have been of the logs, and those are fewer now. */
const calmAnswers = 40

export const firstSpan: LogSpan = { blocks: first, refused: Number.POSITIVE_INFINITY, calm: 0 }

export const afterRefusal = ({ blocks }: LogSpan): LogSpan => ({
  blocks: Math.max(1, Math.floor(blocks / 2)),
  refused: blocks,
  calm: 0,
})

/** Half of the way to what was refused, at most twice as much; no more of it within a tenth. */
export function afterAnswer({ blocks, refused, calm }: LogSpan): LogSpan {
  const ceiling = calm + 1 >= calmAnswers ? refused * 2 : refused
  const restarted = ceiling === refused ? calm + 1 : 0
  const wider = Math.floor(Math.min(blocks * 2, (blocks + Math.min(ceiling, 2 * most)) / 2, most))
  const isNear = blocks > ceiling * 0.9
  return { blocks: isNear ? blocks : Math.max(blocks, wider), refused: ceiling, calm: restarted }
}
