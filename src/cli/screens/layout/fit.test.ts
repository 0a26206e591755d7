import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitLine } from './fit.ts'
import { columnsOf } from './width.ts'

const address = '0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'

test('a line that fits is unchanged', () => {
  expect(fitLine('  Buy        24,959.28 USDC   listed ✔', 40)).toEqual(['  Buy        24,959.28 USDC   listed ✔'])
})

test('a line breaks between its entries, below the value of its name', () => {
  expect(fitLine('  Buy        24,959.285267 USDC  ≈ $24,959.29   listed ✔  0xFe9b…2BAe', 50)).toEqual([
    '  Buy        24,959.285267 USDC  ≈ $24,959.29',
    '             listed ✔  0xFe9b…2BAe',
  ])
})

test('prose breaks between words, and a percent sign stays with its number', () => {
  expect(fitLine('  At least   995 USDC  (wanted less slippage 0.5 %; guaranteed)', 46)).toEqual([
    '  At least   995 USDC  (wanted less slippage',
    '             0.5 %; guaranteed)',
  ])
})

test('an explanation whose name leaves too little space is below it', () => {
  expect(fitLine('  --slippage <limit>        allowed loss: 0.5%, 50bps or 0.005', 50)).toEqual([
    '  --slippage <limit>',
    '    allowed loss: 0.5%, 50bps or 0.005',
  ])
})

test('an address that people copy stays whole if any indentation allows it', () => {
  expect(fitLine(`    ROUTER MAY TAKE  ${address}`, 50)).toEqual(['    ROUTER MAY TAKE', `      ${address}`])
})

test('a word wider than the terminal is cut, and nothing of it is lost', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const lines = fitLine(`  ✔ Sent  ${hash}`, 50)
  expect(lines.every((line) => columnsOf(line) <= 50)).toBe(true)
  expect(lines.join('').replace(/\s/g, '')).toBe(`✔Sent${hash}`)
})

test('colours take no columns and are kept', () => {
  const [green, end] = ['\u001b[32m', '\u001b[39m']
  expect(fitLine(`  Impact   ${green}0.1 %  ok${end}   Gas  1,183,800`, 24)).toEqual([
    `  Impact   ${green}0.1 %  ok${end}`,
    '    Gas  1,183,800',
  ])
})

test('no line is wider, and no letter is lost, whatever the text', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '─', '%', '≈', '.'), minLength: 1, maxLength: 60 })
  const gap = fc.constantFrom(' ', '  ', '     ')
  const text = fc.array(fc.tuple(gap, word), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 120 }), (parts, width) => {
      const line = parts.flat().join('')
      const lines = fitLine(line, width)
      expect(lines.filter((one) => columnsOf(one) > width)).toEqual([])
      expect(lines.join('').replace(/ /g, '')).toBe(line.replace(/ /g, ''))
    }),
  )
})
