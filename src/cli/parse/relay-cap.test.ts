import { expect, test } from 'vitest'
import { parseRelayCap } from './relay-cap.ts'

test.each([
  ['0.05ETH/day', 'ETH', 50_000_000_000_000_000n],
  [' 2 POL/day', 'POL', 2_000_000_000_000_000_000n],
  ['0.000000000000000001BNB/day', 'BNB', 1n],
])('%s', (text, symbol, amount) => {
  expect(parseRelayCap(text)).toEqual({ symbol, amount })
})

test.each(['', '0.05', '0.05ETH', 'ETH/day', '0.05ETH/week', '-1ETH/day', '1e3ETH/day', '0ETH/day', '1.2.3ETH/day'])(
  'refuses "%s"',
  (text) => expect(() => parseRelayCap(text)).toThrow(),
)
