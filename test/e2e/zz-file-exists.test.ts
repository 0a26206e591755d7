/**
 * WRONG: `swap <quote> --sign-only --out <file>` (or `--build-only`) uses the quote up, signs, and stores the signature; only
 * then it finds that the file exists: «… cannot be written: it exists already. Nothing was sent.», remedy «choose another
 * file: --out <file>». That remedy is refused: «The swap is signed and can still go through», OUTCOME_UNKNOWN
 * (QUOTE_CONSUMED of --build-only), with «tx send <the signed file>», which was never written: the signed bytes are in the journal, and no command gives
 * them out (`tx sign` needs the unsigned file, which is not there either).
 * LOSES: the quote, and certainty: a user is told for good that a file may be out that never was. Severity: low to medium.
 * CAUSE: src/cli/request/offline/sign.ts, `writeSigned`, and build.ts, `writeBuilt`: `writeOfflineFile` comes last; nothing
 * reserves or checks the path before the quote is used.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test.each(['--sign-only', '--build-only'])(
  'swap of a quote with %s into a file that exists, and then into another',
  async (how) => {
    const user = fixture.createHostedUser()
    const [taken, free] = [join(user.home, 'taken.json'), join(user.home, 'free.json')]
    writeFileSync(taken, 'of another swap')
    const account = how === '--sign-only' ? 'dev1' : 'dev2'
    const asked = ['quote', '1', 'ETH', 'USDC', '-a', account, '-o', 'json']
    const { id } = parseData<{ id: string }>(await user.run(asked))
    const words = ['swap', id, '-a', account, '-y', how, '-o', 'json']
    const refused = errorOf(await user.run([...words, '--out', taken]))
    expect(refused.code).toBe('USAGE')
    expect(refused.fix).toEqual(['choose another file: --out <file>'])
    const again = await user.run([...words, '--out', free])
    expect(again.code === 0 ? 'OK' : errorOf(again).code).toBe('OK')
    expect(existsSync(free)).toBe(true)
  },
)
