import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const table = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const rows = [...table.matchAll(/^ {2}`(?<file>[^`]+)` › (?<title>.+)$/gm)].map(({ groups }) => ({
  file: groups?.['file'] ?? '',
  title: groups?.['title'] ?? '',
}))

test('every row of the table names an existing test', () => {
  const lines = table.split('\n').filter((line) => line.startsWith('- '))
  expect(rows).toHaveLength(lines.length)
  const gone = rows.filter(({ file, title }) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    return !["'", '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
  })
  expect(gone).toEqual([])
})
