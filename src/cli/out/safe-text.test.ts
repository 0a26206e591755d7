import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHidden, keepColors, sanitize, sanitizeSymbol } from './safe-text.ts'

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

test('the final filter passes our colours and nothing else', () => {
  expect(keepColors(`${esc}[31mred${esc}[39m ${esc}[2J${esc}]8;;x`)).toBe(`${esc}[31mred${esc}[39m ?[2J?]8;;x`)
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
