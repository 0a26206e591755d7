import type { CoreEdge } from './core.ts'

/** Edges one after the other that start and end in the support and pass only tokens outside. */
export interface Candidate {
  readonly edges: readonly CoreEdge[]
  /** It cannot gain more than this. */
  readonly gain: number
  /** Prices that suit the tokens it passes. */
  readonly prices: readonly (readonly [token: number, price: number])[]
}

/** The best of what is looked at. */
export interface Shortlist {
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** What has to be gained to be on it. */
  bar(): number
  add(candidate: Candidate): void
}

/** @param most candidates at most */
export function openShortlist(most: number): Shortlist {
  const candidates: Candidate[] = []
  return {
    candidates,
    bar: () => (candidates.length === most ? (candidates.at(-1)?.gain ?? 0) : 0),
    add(candidate) {
      if (candidates.length === most) {
        if (candidate.gain <= (candidates.at(-1)?.gain ?? 0)) return
        candidates.pop()
      }
      const place = candidates.findIndex(({ gain }) => gain < candidate.gain)
      candidates.splice(place < 0 ? candidates.length : place, 0, candidate)
    },
  }
}
