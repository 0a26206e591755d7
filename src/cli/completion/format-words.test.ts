import { expect, test } from 'vitest'
import { formatWords, joinCutWords } from './format-words.ts'

const esc = String.fromCharCode(27)
const found = {
  words: [
    { word: 'main', about: `an${esc}[2J account\twith a tab` },
    { word: 'a;reboot', about: '' },
    { word: '$(reboot)', about: '' },
    { word: 'two words', about: '' },
    { word: `a${esc}b`, about: '' },
    { word: ':file', about: '' },
    { word: 'order:17', about: '' },
    { word: 'plain', about: '' },
  ],
  paths: 'file',
  before: '',
} as const

test('a word that a shell would read as more than a word is not offered', () => {
  expect(formatWords(found, 'fish')).toBe('main\tan?[2J account?with a tab\norder:17\nplain\n:file\n')
  expect(formatWords(found, 'bash')).toBe('main\nplain\n:file\n')
})

test('what stands before the value is of the word, except in bash', () => {
  const networks = { words: [{ word: 'base', about: 'Base' }], paths: undefined, before: '--network=' }
  expect(formatWords(networks, 'zsh')).toBe('--network=base\tBase\n')
  expect(formatWords(networks, 'bash')).toBe('base\n')
})

test('bash cuts words at the equals sign', () => {
  expect(joinCutWords(['quote', '--network', '=', 'ba'])).toEqual(['quote', '--network=ba'])
  expect(joinCutWords(['quote', '--network', '='])).toEqual(['quote', '--network='])
  expect(joinCutWords(['--network', 'base', 'quote', '='])).toEqual(['--network', 'base', 'quote', '='])
})
