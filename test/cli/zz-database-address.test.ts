/**
 * The address of a database that is not exactly `postgres://…` is taken for the path of a file: `mysql://…`, `postgres:/…` with
 * one slash, `pg://…`, or a space before it. The command succeeds with an empty store of its own, and creates folders whose names have the user and
 * the PASSWORD of the database, in the folder it was started from.
 * What a user loses: the password, in the names of files that anyone who lists the folder, a backup or a repository sees; and the
 * store that replicas share: each has its own quotes, keys and lanes of a relayer, so that two of them use one nonce and each
 * spends the whole --relay-cap of a day, and none says so.
 * Severity: medium to high (a typo of one letter is enough).
 * To blame: src/cli/settings/serve-settings.ts:16 (`serve.db` is parsed by `parsePath`), src/store/service/open-store.ts:32
 * (`isPostgres`; everything else is a file). Mend: refuse what has a scheme, or a `@` behind a colon, and is not postgres://.
 */
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

test.each([
  'mysql://user:CANARY@127.0.0.1:1/db',
  'postgres:/user:CANARY@127.0.0.1:1/db',
  'pg://user:CANARY@127.0.0.1:1/db',
  ' postgres://user:CANARY@127.0.0.1:1/db',
])('an address of a database that is not understood is refused, and makes no folder: %s', async (address) => {
  const cwd = mkdtempSync(join(tmpdir(), 'swapline-test-'))
  const circumstances = { cwd, env: { SWAPLINE_SERVE_DB: address } }
  const { code } = await runSwapline(createHome(), ['serve', 'keys', 'list', '-o', 'json'], circumstances)
  expect.soft(readdirSync(cwd, { recursive: true }).join('\n')).not.toContain('CANARY')
  expect(code).not.toBe(0)
})
