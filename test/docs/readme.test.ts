/** What the README says about networks, families, figures and the package is what the repository has. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { all as commands } from '#cli/commands.gen'
import { exitCodes } from '#cli/help/exit-codes'
import { all as networks } from '#networks/all.gen'
import { catalogue } from '#networks/catalogue'
import { listNetworksAndFamilies } from './families-table.ts'
import { headingsOf } from './headings.ts'

const readme = readFileSync('README.md', 'utf8')
const lines = readme.trimEnd().split('\n')

test('it has at most 220 lines of at most 120 columns', () => {
  expect(lines.length).toBeLessThanOrEqual(220)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})

describe('networks', () => {
  const names = networks.flatMap(({ name, venues }) => (venues.length > 0 ? [name] : [])).toSorted()

  test('it and the changelog name those that can be traded on, and no others', () => {
    expect(listIn(readme, /^- \*\*Networks\*\*: ([^.]+)\./m)).toEqual(names)
    expect(listIn(readFileSync('CHANGELOG.md', 'utf8'), /^Networks\n- (.+)$/m)).toEqual(names)
  })

  test('it counts those of the catalogue', () => {
    const counts = [...readme.matchAll(/\b(?:lists|all) (\d+)\b/g)].map(([, count]) => Number(count))
    expect(counts).toEqual([catalogue.length, catalogue.length])
  })
})

test('it names the families as `npm run gen` writes them', () => {
  expect(readme).toContain(listNetworksAndFamilies())
})

test.each([
  ['those that are proven', /^- \*\*Pools\*\*: ([^.]+), and plain forks of these\./m, 'Maverick V2', 'LitePSM'],
  ['those that --unproven adds', /^- \*\*With `--unproven`\*\*: ([^.]+)\./m, 'LitePSM', 'Uniswap V4'],
])('it lists %s', (_, pattern, one, other) => {
  const names = listIn(readme, pattern)
  expect([names.includes(one), names.includes(other)]).toEqual([true, false])
})

test('it shows every command once', () => {
  const shown = section(readme, 'every-command-once')
  const names = new Set(Object.keys(commands).map((path) => path.replace(/\/.*/, '')))
  expect([...names].filter((name) => !shown.includes(`swapline ${name}`))).toEqual(['demo', 'version'])
})

describe('figures', () => {
  const rows = [...section(readme, 'figures').matchAll(/^\| (.+) \| (.+) \| \[.+\]\(([^)#]+)#?([^)]*)\) \|$/gm)]

  test('there are some', () => {
    expect(rows.length).toBeGreaterThan(8)
  })

  test.each(rows.map(([, what = '', measured = '', path = '', anchor = '']) => ({ what, measured, path, anchor })))(
    '$what: $measured, as in $path',
    ({ what, measured, path, anchor }) => {
      const table = anchor === '' ? readFileSync(path, 'utf8') : section(readFileSync(path, 'utf8'), anchor)
      const numbers = new Set(numbersIn(table))
      expect(numbersIn(`${what} ${measured}`).filter((number) => !numbers.has(number))).toEqual([])
    },
  )
})

test('it names the tarball and the oldest Node.js of the manifest', () => {
  const { name, version, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(readme).toContain(`npm install --global ./${name}-${version}.tgz`)
  expect(readme).toContain(`Node.js ${engines.node.replace('>=', '')} or later`)
})

test('the exit codes that it names are in the program’s table', () => {
  const codes = [...section(readme, 'for-scripts').matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  )
  const table = exitCodes.map(({ code }) => String(code))
  expect(codes.length).toBeGreaterThan(7)
  expect(codes.filter((code) => !table.includes(code))).toEqual([])
})

/** A list after a colon, in alphabetical order. */
function listIn(text: string, pattern: RegExp): readonly string[] {
  return (pattern.exec(text)?.[1] ?? '').replace(/\s+/g, ' ').split(', ').toSorted()
}

/** The part of a document below a heading, up to the next one of the same or a higher level. */
function section(text: string, anchor: string): string {
  const found = headingsOf(text).find((heading) => heading.anchor === anchor)
  if (found === undefined) throw new Error(`there is no heading #${anchor}`)
  const rest = text.slice(found.end)
  const next = new RegExp(`^#{1,${found.level}} `, 'm').exec(rest)
  return rest.slice(0, next?.index)
}

/** Numbers as they are written, thousands and decimals included; none that are parts of words. */
function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)/g)].map(([number]) => number)
}
