/**
 * When a route of an earlier block is good enough. `npm run bench:routing` judges a change: the time of warm searches, and
 * how far these are behind cold ones.
 */

/** `warm-start.ts` */
export const warmStartTuning = {
  /** In millionths: a route proven to be within this gap is not searched any further. */
  acceptableGapPpm: 20,
  /** In millionths: a gap wider by up to this than after the last search is no sign of a better route. */
  unchangedGapPpm: 5,
  /**
   * After a climb, nor is one wider by up to this or a fifth: 19 of 20 ruin passes over every leg find nothing better.
   */
  climbGapPpm: 100,
  climbGapPart: 0.2,
  /**
   * In millionths: restart if the gap exceeds the last cold-start gap by this plus half of it: the search may be stuck.
   * Measured: of 205 results restarted from 300 on, three gained more than a basis point, all with gaps above six basis
   * points.
   */
  restartGapPpm: 500,
  restartGapPart: 0.5,
  /** In millionths: a gap of more than this always restarts: one percent is worth another search. */
  maxGapPpm: 10_000,
  /** The earlier gap may be up to this factor wider and still count as similar: profitable cycles come and go. */
  similarGapFactor: 2,
  /** Limit on stored pairs and sizes; the least recently requested are evicted first. */
  maxEntries: 2_000,
}
