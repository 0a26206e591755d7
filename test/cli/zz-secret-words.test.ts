/**
 * A secret in the wrong place is repeated, on the screen and in the JSON error, although «secrets in wrong places are not
 * repeated» (secrets.test.ts):
 * - `--password=hunter2`, `--api-key=sk_…`: an option that does not exist, with its value. commander's message quotes the whole
 *   word, and it is passed on. `--password hunter2` (two words) is safe.
 * - a recovery phrase whose first word begins with a capital, as telephones and paper backups write it, or whose words are
 *   joined by commas, hyphens or no-break spaces; a key in groups of digits, as some backups print it.
 * What a user loses: the password of the keystore, the API key, or the phrase (the whole wallet) is in terminal logs, CI logs
 * and bug reports, as the JSON error is what scripts keep.
 * Severity: medium (option with a value), low to medium (spellings of a phrase).
 * To blame: src/text/scrub.ts:11-12 (`hex32`, `phrase` know one spelling each); the text of an unknown option is not cut at `=`
 * where it becomes the reason of `USAGE` (src/cli/start).
 */
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()
const say = async (...words: readonly string[]): Promise<string> => {
  const home = createHome()
  const [plain, json] = [await runSwapline(home, words), await runSwapline(home, [...words, '-o', 'json'])]
  expect([plain.code, json.code]).not.toContain(0)
  return [plain.stdout, plain.stderr, json.stdout, json.stderr].join('\n')
}

test.each([
  ['wallet', 'import', 'one', '--password=CANARY-hunter2'],
  ['networks', '--api-key=CANARY-hunter2'],
])('the value of an option that does not exist is not repeated: %s %s', async (...words) => {
  expect(await say(...words)).not.toContain('hunter2')
})

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
test.each([
  ['with a capital', `L${phrase.slice(1)}`],
  ['in capitals', phrase.toUpperCase()],
  ['with commas', phrase.replaceAll(' ', ',')],
  ['with hyphens', phrase.replaceAll(' ', '-')],
  ['with no-break spaces', phrase.replaceAll(' ', '\u00a0')],
])('a phrase that is given as an account is not repeated: %s', async (_, text) => {
  const shown = (await say('wallet', 'show', text)).toLowerCase()
  expect(shown).not.toMatch(/thank\W+year\W+wave/)
})

test('a key in groups of digits that is given as an account is not repeated', async () => {
  const grouped = 'c0ffee01 23456789 '.repeat(4).trim()
  expect(await say('wallet', 'show', grouped)).not.toMatch(/c0ffee01\s+23456789\s+c0ffee01/)
})
