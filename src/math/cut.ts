/** A concave curve cut into stretches, chord by chord. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Chord<P extends Point = Point> {
  readonly from: P
  readonly to: P
}

/** From each point to the next one. */
export function chordsOf<P extends Point>(points: readonly P[]): readonly Chord<P>[] {
  const chords: Chord<P>[] = []
  let from: P | undefined
  for (const to of points) {
    if (from !== undefined) chords.push({ from, to })
    from = to
  }
  return chords
}

export const slopeOf = ({ from, to }: Chord): number => (to.y - from.y) / (to.x - from.x)

/** As `Stretches` has them; the last root alone has no liquidity, gas and slack of its own. */
export interface CutLists {
  readonly roots: readonly number[]
  readonly liquidity: readonly number[]
  readonly gas: readonly number[]
  readonly slack: readonly number[]
}

export interface Stretch {
  /** Roots of the marginal price where it begins and ends; `begin` above `end`. */
  readonly begin: number
  readonly end: number
  readonly liquidity: number
  readonly gas: number
  readonly slack: number
}

/** What a stretch from one root to another has that takes so much input. */
export const liquidityOf = (width: number, begin: number, end: number): number => width / (1 / end - 1 / begin)

export interface Cut {
  add(stretch: Stretch): void
  /** The root where the last stretch ends; ∞ before the first. */
  end(): number
  lists(): CutLists
}

/** Stretches in falling order of price; where one begins below the end of the last, the price jumps there. */
export function openCut(): Cut {
  const [roots, liquidity, gas, slack]: [number[], number[], number[], number[]] = [[], [], [], []]
  return {
    add(stretch) {
      roots.push(stretch.begin, stretch.end)
      liquidity.push(stretch.liquidity, 0)
      gas.push(stretch.gas, stretch.gas)
      slack.push(stretch.slack, stretch.slack)
    },
    end: () => roots.at(-1) ?? Number.POSITIVE_INFINITY,
    lists: () => ({ roots, liquidity: liquidity.slice(0, -1), gas: gas.slice(0, -1), slack: slack.slice(0, -1) }),
  }
}
