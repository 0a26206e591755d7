/** What `work` gives; `undefined` where it throws a RangeError, which is how math says that the contract reverts. */
export function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
