import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'
import { toJsonText } from './json-text.ts'
import { renderForTerminal } from './render-for-terminal.ts'
import { canColor, canUnicode, widthOf } from './terminal-info.ts'

test('JSON without terminal control characters', () => {
  expect(toJsonText({ symbol: '\u001b]0;x\u0007\u202e\u009b\u007f' })).toBe(
    '{"symbol":"\\u001b]0;x\\u0007\\u202e\\u009b\\u007f"}',
  )
  expect(JSON.parse(toJsonText({ a: ['\ud83d\ude00', '\ud800'] }, 2))).toEqual({ a: ['\ud83d\ude00', '\ud800'] })
})

test('CSV quotes what needs it and disarms formulas', () => {
  expect(
    formatCsv([
      ['a', 'b'],
      ['x,"y"', '=1+1'],
      ['-1.5', '@cmd'],
      ['+x', '-y'],
    ]),
  ).toBe('a,b\r\n"x,""y""",\'=1+1\r\n-1.5,\'@cmd\r\n\'+x,\'-y\r\n')
})

test('falls back to ASCII if the stream shows no more', () => {
  expect(renderForTerminal(['✔ 1 → 2 ≥ 3 ├─ ₮'], false)).toBe('ok 1 -> 2 >= 3 |- ?\n')
  expect(renderForTerminal(['✔', 'b\nc'], true)).toBe('✔\nb?c\n')
})

test('detects what a stream can show', () => {
  const terminal = { isTTY: true, columns: 200 }
  expect(canColor('auto', {}, terminal)).toBe(true)
  expect(canColor('auto', {}, { isTTY: false })).toBe(false)
  expect(canColor('auto', { TERM: 'dumb' }, terminal)).toBe(false)
  expect(canColor('auto', { CLICOLOR: '0' }, terminal)).toBe(false)
  expect(canColor('auto', { NO_COLOR: '' }, terminal)).toBe(true)
  expect(canColor('auto', { FORCE_COLOR: '0' }, terminal)).toBe(false)
  expect(canUnicode(undefined, { LANG: 'en_US.UTF-8' })).toBe(true)
  expect(canUnicode(undefined, { LC_ALL: 'C', LANG: 'en_US.UTF-8' })).toBe(false)
  expect(canUnicode(undefined, { LANG: 'en_US.UTF-8', TERM: 'linux' })).toBe(false)
  expect(widthOf(terminal)).toBe(200)
  expect(widthOf({ isTTY: true, columns: 20 })).toBe(40)
  expect(widthOf({ isTTY: false })).toBe(80)
})
