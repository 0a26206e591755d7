import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { formatTable } from './table.ts'

const address = '0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'
const columns = [{ title: 'TOKEN' }, { title: 'HOLDS', align: 'right' }, { title: 'ADDRESS' }] as const
const rows = [
  ['USDC', '250,000.123456', address],
  ['ETH', '1', ''],
]
const at = (width: number, keepsLines = false) => formatTable(columns, rows, { width, keepsLines, paint: plainPaint })

test('a table that fits has a line for each row', () => {
  expect(at(80)).toEqual([
    '  TOKEN           HOLDS  ADDRESS',
    `  USDC   250,000.123456  ${address}`,
    '  ETH                 1',
  ])
})

test('its last column is below where it does not fit', () => {
  expect(at(50)).toEqual([
    '  TOKEN           HOLDS',
    '    ADDRESS',
    '  USDC   250,000.123456',
    `    ${address}`,
    '  ETH                 1',
  ])
})

test('rows are stacked where that does not help, and nothing is cut', () => {
  expect(at(40)).toEqual([
    '  USDC',
    '    HOLDS    250,000.123456',
    '    ADDRESS',
    `      ${address.slice(0, 34)}`,
    `             ${address.slice(34)}`,
    '',
    '  ETH',
    '    HOLDS    1',
  ])
})

test('words of the last column are wrapped if there is space for them', () => {
  const lines = formatTable(
    [{ title: 'CODE', align: 'right' }, { title: 'MEANING' }],
    [['13', 'signed, and neither proven done nor proven void']],
    { width: 40, paint: plainPaint },
  )
  expect(lines).toEqual(['  CODE  MEANING', '    13  signed, and neither proven done', '        nor proven void'])
})

test('what is no terminal gets a line for each row whatever its width', () => {
  expect(at(40, true)).toEqual(at(80))
})
