import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFamilies } from './families-table.ts'

test('docs/families.md is what `npm run gen` writes', () => {
  expect(readFileSync('docs/families.md', 'utf8')).toBe(describeFamilies())
})
