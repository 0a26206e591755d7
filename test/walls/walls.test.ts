/**
 * The walls of `src` hold: in a copy of the repository, breaks are planted against every row of `scripts/walls.mjs`, and one
 * run of the linter refuses them, line by line, and nothing else.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Copy, copyRepository } from '../recipe/copy.ts'

interface Wall {
  readonly knows?: readonly string[]
  readonly packages?: readonly string[]
  readonly node?: readonly string[]
}

const { walls } = (await import(resolve('scripts/walls.mjs'))) as { walls: Record<string, Wall> }
const { rowOf } = (await import(resolve('scripts/write-walls.mjs'))) as { rowOf(path: string): string | undefined }
const rows = Object.entries(walls)

/** Every line of these is refused. */
const breaks: Record<string, readonly string[]> = {
  'src/protocols/psm/planted.ts': [
    "import { protocol } from '#protocols/lido/index'",
    "import { protocol } from '#protocols/psm/index'",
    "import { all } from '#protocols/all.gen'",
    "import { protocol } from './../lido/index.ts'",
    "import { findNetwork } from '#networks/find'",
  ],
  'src/protocols/planted.ts': ["import { protocol } from './psm/index.ts'"],
  'src/domain/planted.ts': [
    "import postgres from 'postgres'",
    "import 'a-new-package'",
    "import 'node:fs'",
    "import 'fs'",
  ],
  'src/new-folder/planted.ts': [
    "import { createChain } from '#chain/create-chain'",
    "import { amount } from '#domain/units'",
    "import './beside.ts'",
  ],
  'src/planted.ts': ["import { amount } from '#domain/units'", "import './chain/create-chain.ts'"],
  'src/compose-planted.ts': [
    "import './chain/create-chain.ts'",
    "import '#domain/../chain/create-chain'",
    "import 'ethers'",
  ],
  'src/cli/planted.ts': [
    "import '../chain/create-chain.ts'",
    "import '..'",
    "import './..'",
    "import './../chain/create-chain.ts'",
    "import './commands/../../chain/create-chain.ts'",
    "import '#cli/../chain/create-chain'",
    "import '/src/chain/create-chain.ts'",
    "import 'file:///src/chain/create-chain.ts'",
    "import '#networks/catalogue'",
  ],
  'src/wallet/planted.ts': [
    "import 'node:net'",
    "import 'node:child_process'",
    "import 'vitest'",
    "import './accounts-fixture.ts'",
    "import '#wallet/accounts-fixture'",
    "import './secrecy.test.ts'",
    "import '#domain/units.test-d'",
  ],
  'src/app/planted.ts': [
    "import '#chain/create-chain'",
    "import { createChain } from '#chain/create-chain'",
    "import * as chain from '#chain/create-chain'",
    "import type { Chain } from '#chain/create-chain'",
    "import { type Chain } from '#chain/create-chain'",
    "export { createChain } from '#chain/create-chain'",
    "export type { Chain } from '#chain/create-chain'",
    "export * from '#chain/create-chain'",
    "export * as chain from '#chain/create-chain'",
    "const late = await import('#chain/create-chain')",
    'const template = await import(`#chain/create-chain`)',
    "const computed = await import('#chain/' + name)",
    "type Late = import('#chain/create-chain').Chain",
    "type Whole = typeof import('#chain/create-chain')",
    "const required = require('#chain/create-chain')",
  ],
}

/** No line of these is refused. */
const allowed: Record<string, readonly string[]> = {
  'src/app/planted-allowed.ts': [
    "import { amount } from '#domain/units'",
    "import { all } from '#protocols/all.gen'",
    "import './planted.ts'",
    "export type { Amount } from '#domain/units'",
    "const late = await import('#app/planted')",
  ],
  'src/domain/planted.test.ts': [
    "import { createChain } from '#chain/create-chain'",
    "import '../chain/create-chain.ts'",
  ],
}

/** One import of all there is: files of every row, packages, modules of Node. */
const sources = [
  ...rows.map(([row]) => `#${row.replace('/*', '/psm/index').replace('*', '-planted').replace('.ts', '')}`),
  ...rows.flatMap(([row]) => (/^\w+$/.test(row) ? [`#${row}/planted`] : [])),
  ...new Set(rows.flatMap(([, { knows = [] }]) => knows.filter(isFile).map((name) => `#${name}`))),
  ...packageNames().flatMap((name) => [name, `${name}/part`]),
  ...builtinModules.filter((name) => /^[a-z]\w*$/.test(name)).map((name) => `node:${name}`),
]

/** The linter's messages by `path:line`. */
const refused = new Map<string, string>()
/** The line of a file after which its planted lines begin. */
const offsets = new Map<string, number>()
let copy: Copy

beforeAll(async () => {
  copy = copyRepository()
  for (const [path, lines] of Object.entries({ ...breaks, ...allowed })) write(path, lines)
  for (const [row] of rows)
    write(
      fileOf(row),
      sources.map((source) => `import '${source}'`),
    )
  // Generated files are no matter of the linter, but their imports stop at the same walls.
  for (const path of sourceFiles(/\.gen\.ts$/)) cpSync(path, join(copy.path, copyOf(path)))
  const rules = ['style/noRestrictedImports', 'style/noCommonJs', 'plugin'].map((name) => `--only=${name}`)
  const biome = resolve('node_modules/.bin/biome')
  const failure = copy.run(biome, 'lint', '--max-diagnostics=none', '--reporter=github', ...rules, 'src')
  const output = await failure.catch((error: Error) => error.message)
  for (const [, path = '', line = '', message = ''] of output.matchAll(
    /^::error .*?file=(.*?),line=(\d+),.*?::(.*)$/gm,
  ))
    refused.set(`${path.slice(path.indexOf('/src/') + 1)}:${line}`, message)
}, 120_000)
afterAll(() => copy.remove())

describe('the linter', () => {
  test.each(Object.entries(breaks))('refuses what is planted in %s', (path, lines) => {
    expect(passedOf(path, lines)).toEqual([])
  })

  test.each(Object.entries(allowed))('lets pass what is allowed in %s', (path, lines) => {
    expect(passedOf(path, lines)).toEqual(lines)
  })

  test.each(rows)('of all there is, lets %s import what its row names', (row, wall) => {
    const passed = passedOf(fileOf(row), sources)
    expect(passed).toEqual(sources.filter((source) => isNamed(row, wall, source)))
    expect(passed.length).toBeLessThan(sources.length)
  })

  test('refuses nothing of the tree as it is, not even of generated files', () => {
    const rest = [...refused.keys()].filter((at) => {
      const [path = '', line] = at.split(':')
      return Number(line) <= (offsets.get(path) ?? Number.POSITIVE_INFINITY)
    })
    // The lists beside the protocols and the bridges have no row, as they belong to none of them.
    const lists = ['src/bridges/all', 'src/protocols/adapters', 'src/protocols/all'].map(
      (name) => `${name}-gen-copy.ts`,
    )
    expect(new Set(rest.map((at) => at.replace(/:\d+$/, '')))).toEqual(new Set(lists))
  })

  test('says what the file may import', () => {
    expect(refused.get('src/domain/planted.ts:1')).toBe(
      'domain may import its own files and nothing else: scripts/walls.mjs.',
    )
    expect(refused.get('src/protocols/psm/planted.ts:1')).toBe(
      'protocols/* may import domain, math, amm, protocols/adapters.gen, its own files and nothing else: scripts/walls.mjs.',
    )
    expect(refused.get('src/new-folder/planted.ts:1')).toBe('There is no row for this file in scripts/walls.mjs.')
  })
})

test('npm run check refuses what the linter cannot see, and lists that are out of date', async () => {
  const check = () => copy.run('node', 'scripts/gen.mjs', '--check').catch((error: Error) => error.message)
  for (const path of ['src/protocols/planted.ts', ...sourceFiles(/\.gen\.ts$/).map(copyOf)])
    rmSync(join(copy.path, path))
  write('src/remote/taken.ts', ["const net = process.getBuiltinModule('node:net')"])
  write('src/remote/hidden.ts', ['// biome-ignore lint/style/noRestrictedImports: planted', "import 'node:net'"])
  write('scripts/walls.gen.json', [' '])
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  writeFileSync(join(copy.path, 'ARCHITECTURE.md'), text.replace('| `math` |', '| `maths` |'))
  rmSync(join(copy.path, 'src/networks/find.ts'))

  expect((await check()).trim().split('\n').slice(1).filter(Boolean)).toEqual([
    'scripts/walls.gen.json is out of date. Run: npm run gen',
    'ARCHITECTURE.md is out of date. Run: npm run gen',
    'src/new-folder has no row in scripts/walls.mjs.',
    'src/planted.ts has no row in scripts/walls.mjs.',
    'scripts/walls.mjs names networks/find, which is not in src.',
    'src/remote/hidden.ts suppresses the linter, and its wall with it.',
    "src/remote/taken.ts takes the module 'node:net', which its row in scripts/walls.mjs does not name.",
  ])
})

describe('the table', () => {
  test('has no arrow that runs up: a row knows only rows above it', () => {
    const above = (row: string, name: string) => {
      const known = rowOf(`${name}.ts`) ?? rowOf(`${name}/file.ts`)
      return rows.findIndex(([one]) => one === known) <= rows.findIndex(([one]) => one === row)
    }
    const up = rows.flatMap(([row, { knows = [] }]) =>
      knows.filter((name) => name !== 'everything' && !above(row, name)).map((name) => `${row} → ${name}`),
    )
    expect(up).toEqual([])
  })

  test('allows nothing that no file of the row imports', () => {
    const texts = new Map(rows.map(([row]) => [row, '']))
    for (const path of sourceFiles(/(?<!\.test|\.test-d)\.ts$/)) {
      const row = rowOf(path.slice('src/'.length)) ?? ''
      texts.set(row, `${texts.get(row)}${readFileSync(path, 'utf8')}`)
    }
    const unused = rows.flatMap(([row, { knows = [], packages = [], node = [] }]) =>
      [
        ...knows.filter((name) => name !== 'everything').map((name) => `#${name}`),
        ...packages,
        ...node.map((one) => `node:${one}`),
      ]
        .filter((name) => !new RegExp(`'${name}['/]`).test(texts.get(row) ?? ''))
        .map((name) => `${row}: ${name}`),
    )
    expect(unused).toEqual([])
  })
})

/** Whether a row names a source; the same that the rules say, without their patterns. */
function isNamed(row: string, { knows = [], packages = [], node = [] }: Wall, source: string): boolean {
  if (source === '#wallet/accounts-fixture') return false
  if (source.startsWith('#') && knows.includes('everything')) return true
  const folders = [row, ...knows].filter((name) => !isFile(name))
  const foreign = [...packages, ...node.map((name) => `node:${name}`)]
  return (
    knows.some((name) => isFile(name) && source === `#${name}`) ||
    folders.some((name) => source.startsWith(`#${name}/`)) ||
    foreign.some((name) => source === name || source.startsWith(`${name}/`))
  )
}

function isFile(name: string): boolean {
  return !(name in walls) || name.endsWith('.ts')
}

/** Generated files are no matter of the linter; a copy under another name is. */
function copyOf(generated: string): string {
  return generated.replace('.gen.ts', '-gen-copy.ts')
}

/** A file of a row to plant in: a new one, or the file that the row is about. */
function fileOf(row: string): string {
  if (row.includes('*.')) return `src/${row.replace('*', '-row')}`
  return row.endsWith('.ts') ? `src/${row}` : `src/${row.replace('*', 'psm')}/planted-row.ts`
}

function write(path: string, lines: readonly string[]): void {
  const file = join(copy.path, path)
  mkdirSync(dirname(file), { recursive: true })
  offsets.set(path, existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)
  appendFileSync(file, `${lines.join('\n')}\n`)
}

/** Those of the lines planted in a file that the linter does not refuse. */
function passedOf(path: string, lines: readonly string[]): readonly string[] {
  return lines.filter((_, i) => !refused.has(`${path}:${(offsets.get(path) ?? 0) + i + 1}`))
}

function packageNames(): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  return [...Object.keys({ ...dependencies, ...devDependencies }), 'a-new-package']
}

/** Files of `src` whose path matches, from the root of the repository. */
function sourceFiles(pattern: RegExp): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => `src/${path}`)
}
