/**
 * What the index can be tuned by: it decides which pools a search sees, never what they give. `npm run bench:against`
 * judges prices and reach, `npm run bench:routing` the time of opening and updating, and memory.
 */

/** `edge-table.ts` */
export const edgeTableTuning = {
  /** An edge that outgrows its columns gets this many times what it needs, as headroom for the next blocks. */
  edgeGrowth: 1.5,
  minColumns: 64,
  /** Columns grow by this factor, or by more while edges are written for the first time: copies are expensive. */
  columnGrowth: 1.25,
  /** Headroom above what all edges are expected to need, and do need once they are written. */
  columnReserve: 1.05,
  /** Columns are trimmed if they are more than this many times what is used. */
  trimFactor: 1.15,
}

/** `pair-prices.ts` */
export const pairPricesTuning = {
  /** Fixed costs in native wei by which pairs are ranked: larger trades rank by depth. The first stands for the gas. */
  costLevels: [0, 4e15, 4e16, 4e17],
  /** Native prices are taken net of these in order: first from deep pools, then from shallower ones. */
  pricingCosts: [4e16, 4e15, 1e13],
  pricingHops: 4,
}

/** `market-index.ts` */
export const marketIndexTuning = {
  /** Prices net of gas are recomputed once the gas price falls below or rises above these multiples of the last one. */
  maxFall: 0.9,
  maxRise: 1.2,
  /** Pools whose prices are not known yet may pay more, and an exact output may cost more than at the first price. */
  margin: 2,
  /** Amounts that price gas and rank pools, in native, wei: smaller requests are cut as finely as this. */
  minNative: 4e18,
  maxHops: 5,
}

/** `price-field.ts` */
export const priceFieldTuning = {
  /**
   * A market of up to this many edges is searched whole: if its pools disagree by percents, cycles raise the threshold
   * too far, and if all are shallow, none pays a large trade's fixed cost.
   */
  smallMarketEdges: 256,
  /**
   * In a small market the best path may be long, as all others are shallow; and all of the market is searched anyway.
   */
  coreHops: { large: 3, small: 6 },
  /** Pools further than this from either end are not checked for narrowly read states. */
  spotHops: 4,
  maxBlocks: 8,
  /** Minimum number of cached fields; in a small market, as many as hold this number of prices together. */
  minKept: 48,
  maxPrices: 400_000,
}
