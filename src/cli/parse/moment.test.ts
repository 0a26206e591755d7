import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { parseMoment, toTime } from './moment.ts'

test.each([
  ['7d', 604_800],
  ['24h', 86_400],
  ['30m', 1_800],
  ['2w', 1_209_600],
])('%s is so long ago', (text, ago) => {
  expect(parseMoment(text)).toEqual({ ago })
  expect(toTime(parseMoment(text), seconds(2_000_000_000))).toBe(2_000_000_000 - ago)
})

test.each([
  ['2026-11-01', 1_793_491_200],
  ['2026-11-01T10:30', 1_793_529_000],
  ['2026-11-01T10:30Z', 1_793_529_000],
  ['2026-11-01T10:30:05Z', 1_793_529_005],
])('%s is in UTC', (text, at) => {
  expect(parseMoment(text)).toEqual({ at })
})

test.each([
  '',
  '7',
  '7y',
  '2026-02-31',
  '2026-13-01',
  '01.11.2026',
  '2026-11-01T25:00',
  '1969-12-31',
  '2026-11-01T10:30+02:00',
])('%j is refused', (text) => {
  expect(() => parseMoment(text)).toThrow('is no time')
})
