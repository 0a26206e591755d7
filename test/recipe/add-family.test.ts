/**
 * The recipes of CONTRIBUTING, followed to the letter in a copy of the repository: a family is the files of `toy` and
 * the scripts' output; a fork is one entry.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, copyRepository } from './copy.ts'

const bin = (name: string) => join(process.cwd(), 'node_modules/.bin', name)
const generated = [
  'README.md',
  'contracts/forge/adapters/families.gen.sol',
  'contracts/standard-json/ToyPeg.json',
  'docs/families.md',
  'src/encoding/contracts/adapters.gen.ts',
  'src/encoding/contracts/sources.gen.ts',
  'src/encoding/contracts/router-code.gen.ts',
  'src/networks/entries/sandbox-venues.gen.ts',
  'src/protocols/adapters.gen.ts',
  'src/protocols/all.gen.ts',
  'src/sandbox/addresses.gen.ts',
  'src/sandbox/state/common.data.json',
  'src/protocols/uniswap-v2/sandbox/state.data.json',
  'test/conformance/families.gen.ts',
  'test/generated-market/families.gen.ts',
]
const forkEntry = 'src/networks/entries/base.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

test('a family with an adapter is added by one folder', async () => {
  copy.add('test/recipe/toy')
  addFork(join(copy.path, forkEntry))

  await copy.run('npm', 'run', 'gen')
  await copy.run('node', 'scripts/record-vectors.mjs', 'toy-peg')
  await copy.run('node', 'scripts/gen.mjs')

  const vitest = (...args: readonly string[]) => copy.run(bin('vitest'), 'run', ...args)
  const [laws, trade] = await Promise.all([
    vitest('test/conformance/laws.test.ts', 'test/conformance/differential.test.ts', '-t', 'toy-peg'),
    vitest('test/trade/family-swaps.test.ts', 'src/networks', '-t', 'toy-peg|the entry base'),
    copy.run('node', 'scripts/gen.mjs', '--check'),
    copy.run('node', 'scripts/build-contracts.mjs', '--check'),
    copy.run(bin('tsc')),
    copy.run(bin('biome'), 'check', '.'),
  ])
  expect(laws).toMatch(/Tests .*9 passed/)
  expect(trade).toMatch(/Tests .*5 passed/)
  const elsewhere = copy.changed().filter((path) => !path.startsWith('src/protocols/toy-peg/'))
  expect(new Set(elsewhere)).toEqual(new Set([...generated, forkEntry]))
}, 900_000)

/** An additional fork of Uniswap v2, as an entry states it. */
function addFork(entry: string): void {
  const venue = `    {
      protocol: 'uniswap-v2',
      name: 'toy-fork',
      title: 'Toy Fork',
      factory: evm('0x0000000000000000000000000000000000000123'),
      feesPpm: [1_700],
    },
`
  const text = readFileSync(entry, 'utf8')
  const at = text.indexOf('  venues: [\n') + '  venues: [\n'.length
  writeFileSync(entry, text.slice(0, at) + venue + text.slice(at))
}
