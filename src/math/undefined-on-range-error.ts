/** The result of `work`, or `undefined` if it throws a RangeError: math throws one when the contract reverts. */
export function undefinedOnRangeError<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
