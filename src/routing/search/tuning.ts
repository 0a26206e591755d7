/**
 * What the search can be tuned by. None of it makes an answer wrong, only worse or later: routes are evaluated exactly.
 * `npm run bench:against` judges a change, on sets of seeds that no committed table has; warm searches, `npm run
 * bench:routing`. `npm run bench:routing:digests` lists the jobs whose routes change.
 */

/** `search-graph.ts` */
export const searchGraphTuning = {
  /** This part of a trade, in native, determines its size class. */
  sizePart: 1e-4,
  /**
   * By level, the size from which pairs are ranked by it: far below the fixed cost it stands for, as trades are split.
   */
  minSizeByLevel: [0, 1e14, 4e15, 4e16],
  maxTokens: 22,
  /** Approximate gas of a leg. */
  typicalLegGas: 100_000,
  /** Part of the best end-to-end price that a token's, and then an edge's, best path must reach, by size of trade. */
  minTokenPart: { small: 0.9, large: 0.5 },
  minEdgePart: [0.95, 0.9, 0, 0],
}

/** `effort.ts` */
export const effortTuning = {
  /** Sets of legs valued for a request, after which its searches end: several times what a hard one takes. */
  maxTries: { quick: 15_000, usual: 50_000, thorough: 2_000_000 },
  /** How often it is asked whether to end earlier; first with the best single path. */
  triesPerAsk: 16,
}

/** `starts.ts` */
export const startsTuning = {
  /** If a token's marginal price is 0, this part of its spot price replaces it. */
  minSlope: 1e-12,
  maxPaths: 12,
  maxStarts: 3,
  /** A core with at most this many edges is searched from several paths at once, however small the trade. */
  fewEdges: 64,
  /** A start worse than the best by more than this part of it is not climbed from. */
  startMargin: 0.1,
  /** By how much a path onward may beat its price net of costs: rejection must be safe. */
  onwardSlack: 1.003,
  maxLabels: 4_096,
}

/** `dual.ts` */
export const dualTuning = {
  newton: {
    maxStepLength: 0.5,
    maxBacktracks: 14,
    backtrackFactor: 0.35,
    fallingSlopePart: 1e-9,
    ridge: 1e-13,
  },
  maxSteps: 30,
  defaultPrecision: 1e-9,
  solvedPrecision: 1e-7,
}

/** `support.ts` */
export const supportTuning = {
  maxStrips: 3,
  /** If prices hardly move with amounts, a value this precise may still leave amounts off by some thousandths. */
  flatPrecision: 1e-14,
  /**
   * Part of an absurd value by which another one has to be lower. A route over a pool that the input would fill may so claim
   * more than it gives, a fifth more in one of 150 small markets. But with a millionth, one of 54 routes over 300 pools of all
   * families (`digests.mjs`) ended at another local optimum, 14 % behind.
   */
  minFall: 0.5,
}

/** `climb.ts` */
export const climbTuning = {
  maxMoves: 200,
  fewCandidates: 24,
  manyCandidates: 60,
  maxDrops: 4,
  /** A batch holds only candidates whose possible gain is at least this part of the best one's. */
  batchPart: 0.25,
  maxEjections: 3,
  maxReplacements: 3,
}

/** `candidates.ts` */
export const candidatesTuning = {
  maxDetourLegs: 3,
}

/** `detours.ts` */
export const detoursTuning = {
  /** Bisection steps in the search for a detour's best amount. */
  weighSteps: 9,
}

/** `swap-walk.ts` */
export const swapWalkTuning = {
  /** Steps for which a removed leg is not added again, and an added one not removed. */
  barredSteps: 8,
  heldSteps: 4,
}

/** `swaps.ts` */
export const swapsTuning = {
  maxCandidates: 80,
  /** Swaps kept by their estimates, half of which are within 0.001 bp of the route's value in routes of 24 legs. */
  maxSwaps: 6,
  /** Part of the smallest loss by a removal that a candidate must gain: other legs take over part of a removed one. */
  minGainPart: 0.5,
  /** Of this many removals that lose least, two at a time make room for detours, up to this many legs. */
  pairedRemovals: 7,
  maxPairLegs: 4,
}

/** `restarts.ts` */
export const restartsTuning = {
  /** Maximum number of supports that a climb may value. */
  climbTries: 400,
  /** Above this many legs every climb adds in batches, and no other leg limit is tried. */
  manyLegs: 40,
  ruinTries: 4_000,
  ruinPasses: 4,
  maxTries: 60,
  /** Supports of up to this many legs get a second and third try, without the legs that earlier tries brought in. */
  smallSupportLegs: 12,
}

/** `tokens-worth-adding.ts` */
export const tokensWorthAddingTuning = {
  /** Detours that gain less than this part of the route's value are ignored. */
  minGainPart: 2e-6,
  maxDetours: 8,
  maxTokens: 8,
  hopsBack: 2,
  /**
   * Maximum number of tokens weighed: the apparent gain of one pool often has to come from another that is nearly empty.
   */
  maxWeighed: 32,
  weighSteps: 10,
}

/** `search.ts` */
export const searchTuning = {
  /** Part of the amount: small enough that prices hardly move. */
  probePart: 1e-3,
  maxRounds: 2,
  /** Supports valued in ruins when a search continues from an earlier result. */
  warmTries: 60,
}

const anywhere = (most: number) => ({ near: most, between: most, far: most })

/** `leg-limit.ts` */
export const legLimitTuning = {
  walk: { steps: 40, swaps: 4, patience: 10, maxEdges: 3 },
  /**
   * Kicks, shortest first. Of 408 jobs of $2 million at 24 legs (seeds 931 to 942 and 61001 to 61012) the usual ones leave
   * 0.008 bp to the best known route in the mean, and 2.4 at most.
   */
  kicks: {
    quick: [{ tries: 15, steps: 8, patience: 5, swaps: 2, most: { near: 4, between: 8, far: 16 } }],
    usual: [{ tries: 15, steps: 8, patience: 5, swaps: 2, most: { near: 6, between: 16, far: 40 } }],
    thorough: [
      { tries: 60, steps: 12, patience: 12, swaps: 4, most: anywhere(60) },
      { tries: 200, steps: 30, patience: 30, swaps: 4, most: anywhere(20) },
      { tries: 400, steps: 100, patience: 100, swaps: 4, most: anywhere(10) },
    ],
  },
  /** Gaps to the bound, as parts of a route's value, up to which it is near, or between near and far. */
  nearGap: 4e-4,
  farGap: 2e-3,
  /** The gap that ends a search. */
  minGap: { quick: 3e-5, usual: 1e-5, thorough: 1e-7 },
  /** Supports valued, after which a search at the limit begins nothing more. */
  maxSpent: { quick: 1_000, usual: 3_500, thorough: 120_000 },
  /**
   * Multiple of the proven leg price: legs that cost more make shorter routes. Among 54 routes over 300 pools of all families
   * (`digests.mjs`) one is 53 bp worse without such a search, which kicks do not make up for.
   */
  legPricePart: 1.4,
  /** Multiple of the leg limit that routes may have while legs are priced. */
  widerLegs: 2,
}
