/** A family is removed by its folder: in a copy of the repository, what is left of it after `npm run gen` is nothing. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, copyRepository } from './copy.ts'

const bin = (name: string) => join(process.cwd(), 'node_modules/.bin', name)
/** It has an adapter, ports, pools in the sandbox, recordings and venues on two networks. */
const family = 'maverick-v2'
const folder = `src/protocols/${family}/`

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

test('a family with an adapter is removed by its folder and its venues', async () => {
  rmSync(join(copy.path, folder), { recursive: true })
  const stating = [
    'src/networks/exchanges.ts',
    ...readdirSync('src/networks/entries').map((name) => `src/networks/entries/${name}`),
  ]
  const venues = stating.filter((path) => /\bmaverickV2\b/.test(readFileSync(path, 'utf8')))
  for (const path of venues) dropVenue(join(copy.path, path))

  await copy.run('npm', 'run', 'gen')

  const vitest = (...args: readonly string[]) => copy.run(bin('vitest'), 'run', ...args)
  await Promise.all([
    copy.run(bin('tsc')),
    copy.run(bin('biome'), 'check', '.'),
    copy.run('node', 'scripts/gen.mjs', '--check'),
    copy.run('node', 'scripts/build-contracts.mjs', '--check'),
    vitest('src/networks', 'test/docs/families.test.ts', 'test/contracts/deployment.test.ts'),
  ])
  const elsewhere = copy.changed().filter((path) => !path.startsWith(folder))
  expect(elsewhere.filter((path) => !isGenerated(path)).toSorted(byText)).toEqual(venues.toSorted(byText))
}, 900_000)

/** Removes the family's exchange where it is stated, and where an entry names it. */
function dropVenue(path: string): void {
  const text = readFileSync(path, 'utf8')
  const rest = text
    .replace(/^\/\*\*[^\n]*\n(?=export const maverickV2)/m, '')
    .replace(/^export const maverickV2.*?^\}\n\n?/ms, '')
    .replace(/^ +maverickV2,\n/gm, '')
    .replace(/^ +\{\n +\.\.\.maverickV2,\n[^}]*\},\n +\},\n/gm, '')
    .replace(/\bmaverickV2, /g, '')
  expect(rest).not.toBe(text)
  writeFileSync(path, rest)
}

const isGenerated = (path: string): boolean =>
  /\.gen\.(ts|sol)$|^contracts\/standard-json\/|\/state\/.*\.data\.json$|\/sandbox\/state\.data\.json$/.test(path) ||
  ['README.md', 'docs/families.md', 'docs/liquidity.md', 'ARCHITECTURE.md', 'LICENSES/recorded-code.json'].includes(
    path,
  )

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
