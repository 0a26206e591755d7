/** A build that fails says why, and leaves what was built before. */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, copyRepository } from '../recipe/copy.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

test('what the bundle must not hold is named', async () => {
  appendFileSync(join(copy.path, 'src/start.ts'), '\nprocess.exitCode = /é/.test(process.title) ? 1 : 0\n')
  await expect(copy.run('node', 'scripts/build.mjs')).rejects.toThrow(
    'start.js: write \\u and the code instead of the last character of: ',
  )
  expect(existsSync(join(copy.path, 'dist'))).toBe(false)
}, 120_000)
