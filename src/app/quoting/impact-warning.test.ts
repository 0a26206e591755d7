import { expect, test } from 'vitest'
import { ppm } from '#domain/units'
import { impactWarning } from './impact-warning.ts'

test('a price impact is warned of above five percent', () => {
  for (const impact of [undefined, 0, 49_999, 50_000])
    expect(impactWarning(impact === undefined ? undefined : ppm(impact)), String(impact)).toEqual([])
  expect(impactWarning(ppm(50_001))).toEqual([
    {
      code: 'PRICE_IMPACT_HIGH',
      message: 'The price impact is 5.0001 %: so large a trade moves the price against itself.',
    },
  ])
  expect(impactWarning(ppm(991_000))[0]?.message).toContain('99.1 %')
})
