import { expect, test } from 'vitest'
import { errorTable } from '#domain/failures/table'

test('every failure names a remedy', () => {
  const without = Object.entries(errorTable).filter(([, row]) => !('fix' in row))
  expect(without.map(([code]) => code)).toEqual([])
})
