import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsOf } from '#cli/screens/layout/width'
import { escapeHidden, keepColors, sanitize, sanitizeSymbol, sealBrush } from './safe-text.ts'

const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const esc = String.fromCharCode(27)

test('foreign text loses everything that controls a terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const shown = sanitize(text)
      expect(shown).not.toMatch(obeyed)
      expect(Array.from(shown).length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 1_000 },
  )
  expect(sanitize(`${esc}]0;title\u0007USDC`)).toBe('?]0;title?USDC')
  expect(sanitize('USD\u202eC\u200b\u2066')).toBe('USD?C??')
  expect(sanitizeSymbol('A'.repeat(30))).toBe(`${'A'.repeat(23)}…`)
  expect(sanitize('漢字 ₮ é')).toBe('漢字 ₮ é')
})

test.each([
  ['a grapheme joiner', 'US\u034fDC', 'US?DC'],
  ['a vowel of Khmer that is not drawn', 'USDC\u17b5', 'USDC?'],
  ['a selector of variants', 'USDC\ufe00', 'USDC?'],
  ['a selector of variants of the second list', 'USDC\u{e0100}', 'USDC?'],
  ['a selector of variants of Mongolian', 'USDC\u180f', 'USDC?'],
  ['a letter that Unicode reserves to be left out', 'USDC\u{e0fff}', 'USDC?'],
  ['a Braille pattern without dots', 'USDC\u2800', 'USDC?'],
  ['a filler of Khitan', 'USDC\u{16fe4}', 'USDC?'],
  ['a blank hieroglyph', 'USDC\u{13441}', 'USDC?'],
  ['a note without a head', 'USDC\u{1d159}', 'USDC?'],
])('%s is shown as what it is', (_, symbol, shown) => {
  expect(sanitizeSymbol(symbol)).toBe(shown)
})

describe('the final filter', () => {
  const red = sealBrush((text) => `${esc}[31m${text}${esc}[39m`)

  test('passes the colours of our brushes and nothing else', () => {
    expect(keepColors(`${red('red')} ${esc}[2J${esc}]8;;x`)).toBe(`${esc}[31mred${esc}[39m ?[2J?]8;;x`)
    expect(keepColors(`\0${red('\0')}\0`)).toBe(`?${esc}[31m?${esc}[39m?`)
  })

  test('passes no colours of others, painted by us or not', () => {
    expect(keepColors(`all is well${esc}[30;40m`)).toBe('all is well?[30;40m')
    expect(keepColors(red(`USDC${esc}[8m`))).toBe(`${esc}[31mUSDC?[8m${esc}[39m`)
    expect(keepColors(red(`${esc}[39m${red('a')}`))).toBe(`${esc}[31m?[39m${esc}[31ma${esc}[39m${esc}[39m`)
  })

  test('our colours take no columns before it', () => {
    expect(columnsOf(red('abc'))).toBe(3)
  })
})

test('JSON shows hidden characters as \\u, and reads back to the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = escapeHidden(JSON.stringify({ text }))
      expect(json).not.toMatch(obeyed)
      expect(JSON.parse(json)).toEqual({ text })
    }),
    { numRuns: 1_000 },
  )
})
