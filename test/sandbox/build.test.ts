import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the shipped state equals what the script builds from the npm packages', { timeout: 180_000 }, async () => {
  const { stderr } = await promisify(execFile)(process.execPath, ['scripts/build-sandbox-state.mjs', '--check'])
  expect(stderr).toMatch(/^\d+ pools, \d+ accounts$/m)
})
