import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty directory, 0700, deleted after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'swapline-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
