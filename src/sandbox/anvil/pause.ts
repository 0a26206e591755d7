/** Waits for one of our processes, in real time: its speed does not depend on any test clock. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
