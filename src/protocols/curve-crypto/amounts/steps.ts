/** How often the loops of a trade run, by which the gas of the older contracts differs. */
export interface SolverSteps {
  /** Of Newton's method for balances. */
  balance: number
  /** Of Newton's method for D. */
  invariant: number
  /** Of the geometric mean. */
  mean: number
}

export const noSteps = (): SolverSteps => ({ balance: 0, invariant: 0, mean: 0 })
