/** Waits for a process of ours, whose pace is nobody's clock. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
