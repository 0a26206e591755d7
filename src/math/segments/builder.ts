/** Cuts a concave curve into segments, chord by chord. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Chord<P extends Point = Point> {
  readonly from: P
  readonly to: P
}

/** A chord from each point to the next one. */
export function toChords<P extends Point>(points: readonly P[]): readonly Chord<P>[] {
  const chords: Chord<P>[] = []
  let from: P | undefined
  for (const to of points) {
    if (from !== undefined) chords.push({ from, to })
    from = to
  }
  return chords
}

/** Of the chord between two points. */
export const slopeOf = (from: Point, to: Point): number => (to.y - from.y) / (to.x - from.x)

/** As in {@link LiquiditySegments}; the last √price has no liquidity, gas or slack of its own. */
export interface SegmentLists {
  readonly sqrtPrices: readonly number[]
  readonly liquidity: readonly number[]
  readonly gas: readonly number[]
  readonly slack: readonly number[]
}

export interface Segment {
  /** √(marginal price) at the beginning and at the end; `begin` above `end`. */
  readonly begin: number
  readonly end: number
  readonly liquidity: number
  readonly gas: number
  readonly slack: number
}

/** Liquidity of a segment between two √prices that takes an input of `width`. */
export const computeLiquidity = (width: number, begin: number, end: number): number => width / (1 / end - 1 / begin)

export interface SegmentBuilder {
  add(stretch: Segment): void
  /** The √price where the last segment ends; ∞ before the first. */
  end(): number
  build(): SegmentLists
}

/** Adds segments in falling order of price; if one begins below the end of the last, the price jumps there. */
export function createSegmentBuilder(): SegmentBuilder {
  const [sqrtPrices, liquidity, gas, slack]: [number[], number[], number[], number[]] = [[], [], [], []]
  return {
    add(stretch) {
      sqrtPrices.push(stretch.begin, stretch.end)
      liquidity.push(stretch.liquidity, 0)
      gas.push(stretch.gas, stretch.gas)
      slack.push(stretch.slack, stretch.slack)
    },
    end: () => sqrtPrices.at(-1) ?? Number.POSITIVE_INFINITY,
    build: () => ({ sqrtPrices, liquidity: liquidity.slice(0, -1), gas: gas.slice(0, -1), slack: slack.slice(0, -1) }),
  }
}
