/**
 * What the proof can be tuned by. None of it makes a bound wrong, only wider or later: a bound holds at any prices. The gap
 * of `npm run bench:against` judges a change, and the time with bounds of `npm run bench:routing`. What keeps bounds
 * right, margins for rounding above all, stands with the arithmetic.
 */

/** `certify.ts` */
export const certifyTuning = {
  /** Routes of up to this many legs are also bounded by class; fewer in large markets, where that is slow. */
  maxClassLegs: { small: 6, large: 2 },
  smallTableEdges: 4_096,
  /** Part of the net output: a gap wider than this is bounded by classes too. */
  minClassGap: 1e-6,
  /** Part of the net output: a gap narrower than this is not tightened further. */
  tightGap: 1e-8,
  /**
   * The same for branching. A proof that continues an earlier one never branches: that takes longer than all the rest.
   */
  minBranchGap: 2e-6,
  /** The same at the leg limit, where narrower gaps take more nodes. */
  minLegGap: 3e-5,
  /** The same for another bound at a gas price of 0, of first proofs only. */
  minGasFreeGap: 1e-4,
}

/** `tighten-upper-bound.ts` */
export const tightenTuning = {
  /** Smoother first, so that Newton does not stall at a kink; `finalDeltas` if it starts near the optimum. */
  deltas: [0.3, 0.1, 0.03],
  finalDeltas: [0.1, 0.03],
  maxSteps: 12,
  maxRounds: 5,
  /** Part of the bound that a round must gain to justify another. */
  minRoundGain: 5e-7,
}

/** `smooth-bound.ts` */
export const smoothBoundTuning = {
  /** Part of the input's value: without gas the largest of a group's gains would have kinks. */
  minGroupCost: 1e-4,
  newton: {
    maxStepLength: 0.3,
    maxBacktracks: 10,
    backtrackFactor: 0.35,
    fallingSlopePart: 1,
    ridge: 1e-12,
  },
  precision: 1e-8,
}

/** `extend-prices.ts` */
export const extendPricesTuning = {
  /**
   * Part of the bound that pools must gain around a token outside the core to optimize its price, and to add it to the
   * core.
   */
  minSettleGain: 1e-8,
  minCoreGain: 1e-7,
  maxSettled: 60,
  maxWanted: 16,
  sweeps: 2,
  /** Range of the search around a token's price, in log prices, and number of bisections. */
  logRange: 0.5,
  halvings: 24,
  /** Tokens with more pairs are left to the core. */
  maxPairs: 100,
}

/** `class-bound.ts` */
export const classBoundTuning = {
  /**
   * Parts of the gas at which prices are optimized: the fewer legs a route has, the less of its gas is in the prices.
   */
  gasParts: [0.3, 0.1, 0.03, 0.01],
  maxProvenGasPart: 0.2,
  smoothing: 0.3,
  steps: 15,
  /** The price of the input token is searched down to e⁻³ of the best spot, by golden section. */
  maxLogRange: 3,
  goldenSteps: 50,
}

/** `single-path-bound.ts` */
export const singlePathTuning = {
  /** Limit on the edges tried. */
  maxLabels: 100_000,
}

/** `leg-bound.ts` */
export const legBoundTuning = {
  /**
   * From a leg price of the block before, seven more rounds would gain a twentieth of a basis point in nine of ten
   * proofs.
   */
  maxRounds: { fromAfar: 10, near: 3 },
  fromAfar: [1, 0.3, 0.1, 0.03],
  near: [0.1, 0.03],
  /** Relative precision of the leg price. */
  precision: 0.01,
}

/** `branches.ts` */
export const branchesTuning = {
  /** Maximum number of nodes; after the first few, continues only if these have closed this part of the gap. */
  maxNodes: 64,
  firstNodes: 8,
  minEarlyProgress: 0.25,
  /** Smoothing of the bound while prices are optimized, and the number of Newton steps. */
  delta: 0.03,
  steps: 8,
  /** Edges whose spot price is below this part of the price ratio are left out meanwhile. */
  margin: 0.998,
}

/** `branching.ts` */
export const branchingTuning = {
  /** Width, as part of an edge's gas, of the range of gains around 0 in which the edge counts as undecided. */
  branchingMargin: 0.05,
}

/** `near-edges.ts` */
export const nearEdgesTuning = {
  /** With more edges than this there is no branching. */
  maxEdges: 2_000,
}

/** `smooth-leg-dual.ts` */
export const smoothLegDualTuning = {
  newton: {
    /** Log prices; see `maxLegPriceStep` for the others. */
    maxStepLength: 0.3,
    maxBacktracks: 8,
    backtrackFactor: 0.35,
    ridge: 1e-7,
    precision: 1e-7,
  },
  /** Unit of the leg price and of fees, as a multiple of the leg price at the start. */
  maxLegPriceStep: 7,
  /** Edges that count less than this are ignored. */
  minPart: 1e-6,
}

/** `leg-branches.ts` */
export const legBranchesTuning = {
  /** The smoothing of the first round, of the next ones, and of nodes: from its parent's point one is enough. */
  first: { deltas: [0.3, 0.1, 0.03, 0.01], maxSteps: 25 },
  again: { deltas: [0.03, 0.01], maxSteps: 25 },
  node: { deltas: [0.01], maxSteps: 8 },
  /** Tokens have fees around which an edge gains at least this part of the leg price. */
  minGainPart: 0.5,
  /** Rounds, each with the tokens that still gained after the one before. */
  maxRounds: 3,
  /** With twice as many nodes the gap at p90 falls by another basis point, for twice the time. */
  search: { maxNodes: 20, firstNodes: 6, minEarlyProgress: 0.1 },
}
