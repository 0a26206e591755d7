/** What of others is in `dist`, as the bundler says, and what npm installs beside it: both are listed, with licences. */
import { execFileSync } from 'node:child_process'

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
        readonly imports: readonly { readonly path: string; readonly external?: boolean }[]
      }
    >
  >
}

interface Component {
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly scope: 'required' | 'optional'
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly object[]
  readonly purl: string
  readonly properties: readonly { readonly name: string; readonly value: string }[]
}

const parse = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'))
const manifest = parse<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>('package.json')
/** Files of the one are copied as they are, code of the other is recorded in `src/hash`: the bundler does not know of them. */
const copied = ['hash-wasm', 'swagger-ui-dist']

let metafiles: readonly Metafile[]
/** `name@version` of every package of which a byte is in a bundle. */
let inBundles: readonly string[]
let components: readonly Component[]
let licences: string
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'swapline-bundle-'))
  const code = `import { bundle } from './scripts/build/bundle.mjs'; console.log(JSON.stringify(await bundle('${folder}')))`
  const words = ['--input-type=module', '--eval', code]
  metafiles = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 1 << 26 }))
  rmSync(folder, { recursive: true })
  const files = outputs().flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput))
  inBundles = [...new Set(files.filter((file) => file.includes('node_modules/')).map((file) => packageOf(file)))]

  const program = buildOnce()
  const dist = join(dirname(program.bin), '../dist')
  components = parse<{ components: readonly Component[] }>(join(dist, 'sbom.json')).components
  licences = readFileSync(join(dist, 'LICENSES.txt'), 'utf8')
  program.remove()
})

test('the bill of materials lists as bundled what the bundler took, and what was copied', () => {
  const others = copied.map((name) => `${name}@${manifest.devDependencies[name]}`)
  expect(inBundles.length).toBeGreaterThan(90)
  expect(namesOf('bundled')).toEqual([...inBundles, ...others].toSorted(byText))
})

test('and as installed what npm installs on any platform, of which dist needs the four that are required', () => {
  const installed = components.filter((component) => deliveryOf(component) === 'installed')
  const namesBy = (scope: string) => installed.filter((one) => one.scope === scope).map((one) => fullName(one))
  expect(namesBy('required')).toEqual(['@foundry-rs/anvil', '@neon-rs/load', 'detect-libc', 'libsql'])
  expect(namesBy('optional').filter((name) => !/^@(foundry-rs\/anvil|libsql\/)/.test(name))).toEqual([])
  expect(namesBy('optional').length).toBe(14)
})

test('what the bundles leave to require is of Node or installed', () => {
  const left = new Set(outputs().flatMap(({ imports }) => imports.flatMap((one) => (one.external ? [one.path] : []))))
  const others = [...left].filter((path) => !/^(node:|\.\/vendor\/\w+\.js$)/.test(path) && !isBuiltin(path))
  expect(new Set(others)).toEqual(new Set(['./token-list.js', 'libsql', 'libsql/promise']))
  // The chain's program is looked up by its package's name, not required.
  expect(Object.keys(manifest.dependencies)).toEqual(['@foundry-rs/anvil', 'libsql'])
})

test('a component has its version, purl, licences and the hash that the lock file has', () => {
  const expected = {
    type: 'library',
    'bom-ref': 'pkg:npm/%40noble/hashes@1.3.2',
    group: '@noble',
    name: 'hashes',
    version: '1.3.2',
    scope: 'required',
    // `openssl base64 -d` of the lock file's integrity, as hexadecimal digits.
    hashes: [
      {
        alg: 'SHA-512',
        content:
          '3150bc100429eccbc4726df429610d163811f8c9267fe0f5f3d5c94e4148970a2153985c05b9f56642aaeca5538b61e67b73cc185dfdd0368be766de56b22285',
      },
    ],
    licenses: [{ license: { id: 'MIT' } }],
    purl: 'pkg:npm/%40noble/hashes@1.3.2',
    properties: [{ name: 'swapline:delivery', value: 'bundled' }],
  }
  expect(components.find(({ purl }) => purl === expected.purl)).toEqual(expected)
  const anvil = components.find(({ name }) => name === 'anvil')
  expect(anvil?.licenses).toEqual([{ expression: 'MIT OR Apache-2.0' }])
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
})

test('no component lacks hash or licence but platform packages that the lock file has no record of', () => {
  const without = components.filter(({ hashes, licenses }) => hashes === undefined || licenses === undefined)
  expect(without.map(fullName)).toEqual([
    '@foundry-rs/anvil-darwin-amd64',
    '@foundry-rs/anvil-darwin-arm64',
    '@foundry-rs/anvil-linux-arm64',
    '@foundry-rs/anvil-win32-amd64',
  ])
})

test('every bundled package has a licence text in LICENSES.txt, and no other has', () => {
  const sections = licences.split(`\n${'-'.repeat(80)}\n`).slice(1)
  const heads = sections.map((section) => /^(\S+) (\S+) · .+\n\n\S/.exec(section))
  expect(heads.map((head) => `${head?.[1]}@${head?.[2]}`).toSorted(byText)).toEqual(namesOf('bundled'))
  for (const section of sections) expect(section.length).toBeGreaterThan(400)
})

test("README's table says of each package that the program imports how it is delivered", () => {
  const rows = [...readFileSync('README.md', 'utf8').matchAll(/^\| ([^|]+) \|.*\| (bundled|installed) \|$/gm)].flatMap(
    ([, names = '', delivery]) => names.split(', ').map((name) => [name, delivery]),
  )
  const imported = [...new Set(sources('src').flatMap(importsOf))]
  const expected = [...imported, '@foundry-rs/anvil'].map((name) => [
    name,
    manifest.dependencies[name] === undefined ? 'bundled' : 'installed',
  ])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected))
})

const outputs = () => metafiles.flatMap((metafile) => Object.values(metafile.outputs))

/** The nearest manifest above a file that names a package. */
function packageOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    const { name, version } = existsSync(path) ? parse<{ name?: string; version?: string }>(path) : {}
    if (name !== undefined && version !== undefined) return `${name}@${version}`
  }
}

const deliveryOf = ({ properties }: Component) => properties[0]?.value
const fullName = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`)

function namesOf(delivery: 'bundled' | 'installed'): readonly string[] {
  const some = components.filter((component) => deliveryOf(component) === delivery)
  return some.map((component) => `${fullName(component)}@${component.version}`).toSorted(byText)
}

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$|fixture|^protocols\/[^/]+\/test\//.test(name))
    .map((name) => join(folder, name))

/** Packages that a source takes values from: types are gone when it is built. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/^import type .*$/gm, '')
  const paths = [...text.matchAll(/(?:\bfrom |\bimport\()'([^'.#][^']*)'/g)].map(([, path = '']) => path)
  return paths.filter((path) => !isBuiltin(path)).map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)
