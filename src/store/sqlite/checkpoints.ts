/**
 * Checkpoints in another thread. A write only appends to SQLite's log; moving its pages into the file and waiting for the
 * disk takes some 40 ms every few hundred quotes, in which the thread that wrote would answer nobody. A checkpoint takes
 * nothing from durability: what is in the log is stored, and read from there until it has moved.
 */

/** Pages of the log after which a writer moves them itself, if no other thread has: 128 MB. */
export const maxLogPages = 32_768
/** Pages from which the log is begun again. A writer waits for that, but only a few pages are left to move. */
const restartPages = 8_192
/** How long that waits for readers of older states, and every writer with it; the next checkpoint tries again. */
const restartTimeoutMs = 20
/** Writes, of up to a hundred quotes each, from one checkpoint to the next. */
const writesBetween = 100

export interface Checkpoints {
  /** Counts a write; after some, a checkpoint starts. */
  afterWrite(): void
  close(): Promise<void>
}

/** @param path of an open store, whose connections checkpoint by themselves only after `maxLogPages` */
export async function createCheckpoints(path: string): Promise<Checkpoints> {
  const { default: Driver } = await import('libsql/promise')
  const connection = new Driver(path, {})
  await connection.exec(`PRAGMA busy_timeout = ${restartTimeoutMs}; PRAGMA synchronous = NORMAL; PRAGMA fullfsync = ON`)
  let running: Promise<void> | undefined
  let writes = 0

  async function run(): Promise<void> {
    try {
      if ((await checkpoint('PASSIVE')) > restartPages) await checkpoint('RESTART')
    } catch {
      // busy, or the disk is full: the next one tries again, and what a writer notices itself it reports
    }
    running = undefined
  }

  /** @returns pages in the log */
  async function checkpoint(mode: 'PASSIVE' | 'RESTART'): Promise<number> {
    const statement = await connection.prepare(`PRAGMA wal_checkpoint(${mode})`)
    const [row] = (await statement.all()) as readonly { readonly log: number }[]
    return row?.log ?? 0
  }

  return {
    afterWrite() {
      writes += 1
      if (running !== undefined || writes < writesBetween) return
      writes = 0
      running = run()
    },
    async close() {
      await running
      connection.close()
    },
  }
}
