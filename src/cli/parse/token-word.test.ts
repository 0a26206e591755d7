import { expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import { parseTokenWord } from './token-word.ts'

const good = '0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'

test.each(['USDC', 'wstETH', good, good.toLowerCase(), `USDC@${good}`])('%s is accepted unchanged', (text) => {
  expect(parseTokenWord(text)).toBe(text)
})

test.each([
  [good.replace('Fe', 'fe'), 'BAD_CHECKSUM'],
  [`USDC@${good.replace('Fe', 'fe')}`, 'BAD_CHECKSUM'],
  [good.slice(0, -1), 'INVALID_ADDRESS'],
  [`USDC@${good}0`, 'INVALID_ADDRESS'],
  ['0xyz', 'INVALID_ADDRESS'],
] as const)('%s is refused: %s', (text, code) => {
  let thrown: unknown
  try {
    parseTokenWord(text)
  } catch (error) {
    thrown = error
  }
  expect(isFailure(thrown, code)).toBe(true)
})
