import type { SearchEdge } from '#routing/search/search-graph'

/** Consecutive edges that start and end in the support and pass only tokens outside. */
export interface Candidate {
  readonly edges: readonly SearchEdge[]
  /** Upper bound on its gain. */
  readonly gain: number
  /** Suitable prices for the tokens it passes. */
  readonly prices: readonly (readonly [token: number, price: number])[]
}

/** The best candidates seen. */
export interface Shortlist {
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** The gain needed to enter the list. */
  minGain(): number
  add(candidate: Candidate): void
}

/** @param max maximum number of candidates */
export function createShortlist(max: number): Shortlist {
  const candidates: Candidate[] = []
  return {
    candidates,
    minGain: () => (candidates.length === max ? (candidates.at(-1)?.gain ?? 0) : 0),
    add(candidate) {
      if (candidates.length === max) {
        if (candidate.gain <= (candidates.at(-1)?.gain ?? 0)) return
        candidates.pop()
      }
      const place = candidates.findIndex(({ gain }) => gain < candidate.gain)
      candidates.splice(place < 0 ? candidates.length : place, 0, candidate)
    },
  }
}
