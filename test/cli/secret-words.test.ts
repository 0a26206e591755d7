/** A password, a key or a phrase in a wrong place is not repeated, however it is written. */
import { LangEn } from 'ethers'
import { expect, test } from 'vitest'
import { isPhraseWord } from '#text/phrase-word'
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
  ['networks', '--api-key:CANARY-hunter2'],
  ['wallet', 'import', 'one', '-pCANARY-hunter2'],
  ['wallet', 'import', 'one', '-ypCANARY-hunter2'],
  ['wallet', 'import', 'one', '-PCANARY-hunter2'],
  ['quote', '-kCANARY-hunter2'],
  ['-kCANARY-hunter2'],
])('the value of an option that does not exist is not repeated: %s %s', async (...words) => {
  expect(await say(...words)).not.toContain('hunter2')
})

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
test.each([
  ['with a capital', `L${phrase.slice(1)}`],
  ['in capitals', phrase.toUpperCase()],
  ['with commas', phrase.replaceAll(' ', ',')],
  ['with hyphens', phrase.replaceAll(' ', '-')],
  ['with each word in quotation marks', `"${phrase.replaceAll(' ', '" "')}"`],
  ['with no-break spaces', phrase.replaceAll(' ', '\u00a0')],
])('a phrase that is given as an account is not repeated: %s', async (_, text) => {
  const shown = (await say('wallet', 'show', text)).toLowerCase()
  expect(shown).not.toMatch(/thank\W+year\W+wave/)
})

test('a key in groups of digits that is given as an account is not repeated', async () => {
  const grouped = 'c0ffee01 23456789 '.repeat(4).trim()
  expect(await say('wallet', 'show', grouped)).not.toMatch(/c0ffee01\s+23456789\s+c0ffee01/)
})

test('every word of the list in English is known as one of a phrase, and other words are not', () => {
  const words = Array.from({ length: 2048 }, (_, i) => LangEn.wordlist().getWord(i))
  expect(words.filter((word) => !isPhraseWord(word))).toEqual([])
  expect(['the', 'and', 'for', 'Ethereum', 'USDC', 'ac', ''].filter(isPhraseWord)).toEqual([])
})
