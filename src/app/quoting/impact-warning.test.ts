import { expect, test } from 'vitest'
import { ppm } from '#domain/units'
import { getImpactWarnings } from './impact-warning.ts'

test('warns of a price impact above five percent', () => {
  for (const impact of [undefined, 0, 49_999, 50_000])
    expect(getImpactWarnings(impact === undefined ? undefined : ppm(impact)), String(impact)).toEqual([])
  expect(getImpactWarnings(ppm(50_001))).toEqual([
    {
      code: 'PRICE_IMPACT_HIGH',
      message: 'The price impact is 5.0001 %: so large a trade moves the price against itself.',
    },
  ])
  expect(getImpactWarnings(ppm(991_000))[0]?.message).toContain('99.1 %')
})
