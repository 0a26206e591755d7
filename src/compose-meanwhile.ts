/** Loads the later part of the program while a quote waits for the chain, when nothing else is to be done. */

/** What a quote needs once the chain has answered; what fails to load says so where it is used. */
const load = async (): Promise<void> => {
  await import('#routing/find-route')
  await import('#app/quoting/build-quote')
  const { loadDriver } = await import('#store/sqlite/load-driver')
  await loadDriver()
  process.getBuiltinModule('node:crypto')
}

export interface Meanwhile {
  /** Says that quotes are to be made, and stored. */
  expectQuote(): void
  /** A post is on its way. */
  onSent(): void
}

export function createMeanwhile(): Meanwhile {
  let isDue = false
  return {
    expectQuote() {
      isDue = true
    },
    onSent() {
      if (!isDue) return
      isDue = false
      // first the other posts that are sent with this one
      setImmediate(() => load().catch(() => undefined))
    },
  }
}
