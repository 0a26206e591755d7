import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHidden, onlyColours, safe, safeSymbol } from './safe-text.ts'

const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const esc = String.fromCharCode(27)

test('nothing that a terminal obeys is left in foreign text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const shown = safe(text)
      expect(shown).not.toMatch(obeyed)
      expect(Array.from(shown).length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 1_000 },
  )
  expect(safe(`${esc}]0;title\u0007USDC`)).toBe('?]0;title?USDC')
  expect(safe('USD\u202eC\u200b\u2066')).toBe('USD?C??')
  expect(safeSymbol('A'.repeat(30))).toBe(`${'A'.repeat(23)}…`)
  expect(safe('漢字 ₮ é')).toBe('漢字 ₮ é')
})

test('the last gate lets our colours pass and nothing else', () => {
  expect(onlyColours(`${esc}[31mred${esc}[39m ${esc}[2J${esc}]8;;x`)).toBe(`${esc}[31mred${esc}[39m ?[2J?]8;;x`)
})

test('JSON says what is hidden as \\u, and reads back to the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = escapeHidden(JSON.stringify({ text }))
      expect(json).not.toMatch(obeyed)
      expect(JSON.parse(json)).toEqual({ text })
    }),
    { numRuns: 1_000 },
  )
})
