/** A typo in the address of a database must not make a store of its own, in folders named after the password. */
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

test.each([
  ['mysql://user:CANARY@127.0.0.1:1/db', 'USAGE'],
  ['postgres:/user:CANARY@127.0.0.1:1/db', 'USAGE'],
  ['pg://user:CANARY@127.0.0.1:1/db', 'USAGE'],
  [' postgres://user:CANARY@127.0.0.1:1/db', 'STORE_UNREACHABLE'],
])('no address of a database is taken for a folder, nor repeated: %s', async (address, expected) => {
  const cwd = mkdtempSync(join(tmpdir(), 'swapline-test-'))
  const circumstances = { cwd, env: { SWAPLINE_SERVE_DB: address } }
  const { stdout, stderr } = await runSwapline(createHome(), ['serve', 'keys', 'list', '-o', 'json'], circumstances)
  expect.soft(readdirSync(cwd, { recursive: true }).join('\n')).not.toContain('CANARY')
  expect(stdout + stderr).not.toContain('CANARY')
  expect(JSON.parse(stdout).error.code).toBe(expected)
})
