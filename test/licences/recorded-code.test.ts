/** Whose code the package ships: all of it is our own or named with its licence, and every licence's text is shipped. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keccak256 } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import type { GenesisAccounts } from '#sandbox/accounts'
import { opStackAccounts } from '#sandbox/op-stack'
import { readState } from '#sandbox/state-file'
import { compileAll } from '../contracts/compile.ts'
import { buildOnce } from '../e2e/build-once.ts'

interface RecordedPackage {
  /** On npm; null for what anvil places. */
  readonly package: string | null
  readonly version: string | null
  /** The file in this repository that holds the code. */
  readonly record?: string
  readonly license: string
  readonly texts: readonly string[]
  readonly source: string
  readonly contracts: readonly string[]
  /** What of it is shipped: the recorded contract that holds it, by the keccak-256 of the code. */
  readonly codeHashes: Readonly<Record<string, string>>
}

const parse = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'))
const recorded = parse<readonly RecordedPackage[]>('LICENSES/recorded-code.json')
const shipped = recorded.filter(({ codeHashes }) => Object.keys(codeHashes).length > 0)
const manifest = parse<{ license: string; devDependencies: Record<string, string> }>('package.json')

/** Words of each licence's own text. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'Apache-2.0': ['Apache License', 'Version 2.0, January 2004'],
  'BUSL-1.1': ['Business Source License 1.1', 'You must conspicuously display this License', 'Change Date:'],
  'CC0-1.0': ['CC0 1.0 Universal'],
  'GPL-2.0-or-later': ['GNU GENERAL PUBLIC LICENSE', 'Version 2, June 1991'],
  'GPL-3.0-only': ['GNU GENERAL PUBLIC LICENSE', 'Version 3, 29 June 2007'],
  'GPL-3.0-or-later': ['GNU GENERAL PUBLIC LICENSE', 'Version 3, 29 June 2007'],
  MIT: ['Permission is hereby granted, free of charge', 'WITHOUT WARRANTY OF ANY KIND'],
  Unlicense: ['released into the public domain'],
}

describe('the states', () => {
  let states: readonly GenesisAccounts[]
  let codes: ReadonlyMap<Hex, string>
  beforeAll(async () => {
    states = [JSON.parse(await readState('state')), JSON.parse(await readState('foundation')), await opStackAccounts()]
    const found = states.flatMap((state) => Object.values(state).flatMap(({ code }) => code ?? []))
    codes = new Map(found.map((code) => [keccak256(code) as Hex, code]))
  })

  test('hold no code that is neither listed nor compiled from our own sources', () => {
    const listed = new Set(recorded.flatMap(({ codeHashes }) => Object.keys(codeHashes)))
    const own = ownTemplates()
    const unknown = [...codes].filter(([hash, code]) => !listed.has(hash) && !own.some((made) => made(code)))
    expect(unknown.map(([hash, code]) => `${hash}, ${code.length / 2 - 1} bytes: ${code.slice(0, 80)}`)).toEqual([])
    // Nobody else's name stands on what is ours.
    expect([...codes].filter(([hash, code]) => listed.has(hash) && own.some((made) => made(code)))).toEqual([])
  }, 300_000)

  test('hold all that is listed, each under one name', () => {
    const hashes = recorded.flatMap(({ codeHashes }) => Object.keys(codeHashes))
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashes.filter((hash) => !codes.has(hash as Hex))).toEqual([])
  })

  test.each([
    ['uniswap-v2', '@uniswap/v2-core', 'GPL-3.0-or-later'],
    ['uniswap-v3', '@uniswap/v3-core', 'GPL-2.0-or-later'],
    ['uniswap-v4', '@uniswap/v4-core', 'BUSL-1.1'],
    ['pancake-v3', '@pancakeswap/v3-core', 'GPL-2.0-or-later'],
    ['algebra-integral', '@cryptoalgebra/integral-core', 'BUSL-1.1'],
    ['slipstream', 'sphere-mezo-solidity-files', 'GPL-2.0-or-later'],
    ['solidly-v2', 'sphere-mezo-solidity-files', 'BUSL-1.1'],
  ])('the factory of %s is of %s, under %s', (protocol, name, license) => {
    const factories = network.venues.filter((venue) => venue.protocol === protocol).map(({ factory }) => factory)
    const names = factories.map((factory) => {
      const hash = keccak256(states[0]?.[factory]?.code ?? '0x')
      const entry = recorded.find(({ codeHashes }) => hash in codeHashes)
      return [entry?.package, entry?.license]
    })
    expect(names).toContainEqual([name, license])
  })
})

describe.each(recorded.map((entry) => [entry.package ?? entry.contracts.join(), entry] as const))('%s', (_, entry) => {
  const { package: name, version, record, license, texts, contracts, codeHashes } = entry

  test('has its licence in a text', () => {
    const all = texts.map((text) => readFileSync(join('LICENSES', text), 'utf8'))
    for (const words of wordsOf[license] ?? ['no words']) expect(all[0]).toContain(words)
  })

  test('is named in NOTICE, where it belongs', () => {
    const [, inPackage = '', inRepository = ''] = /^1\. (.*)^4\. (.*)/ms.exec(readFileSync('NOTICE', 'utf8')) ?? []
    const line = `\n    ${name === null ? 'no package' : `npm ${name} ${version}`} · ${license} · ${texts.join(', ')}\n`
    const isShipped = Object.keys(codeHashes).length > 0
    expect([isShipped, inPackage.includes(line), inRepository.includes(line)]).toEqual([
      isShipped,
      isShipped,
      !isShipped,
    ])
  })

  test('is of the version that this repository has', () => {
    if (record !== undefined) expect(packagesOf(record)).toContainEqual([name, version])
    else if (name !== null) expect(manifest.devDependencies[name]).toBe(version)
    expect(contracts.length).toBeGreaterThan(0)
    for (const contract of Object.values(codeHashes)) expect(contracts).toContain(contract)
  })
})

test('every recorded package is listed', () => {
  const records = ['far-pools', 'tick-pools', 'source-pools'].map((name) => `test/contracts/${name}.data.json`)
  const all = [...records, 'scripts/sandbox-state/fork-factories.data.json'].flatMap(packagesOf)
  const listed = recorded.map(({ package: name, version }) => [name, version])
  for (const one of all) expect(listed).toContainEqual(one)
})

test('compiled contracts of others lie in no other file of the repository', () => {
  const folders = ['src', 'test', 'scripts', 'bench', 'contracts']
  // As git sees it: what a build of the contracts leaves behind is not part of the repository.
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...folders])
  const files = listed
    .toString()
    .split('\0')
    // The states are looked at above.
    .filter(
      (path) =>
        /\.(json|ts|mjs|cjs|js)$/.test(path) && !/^src\/sandbox\/state\/|\/sandbox\/state\.data\.json$/.test(path),
    )
    .filter((path) => existsSync(path))
  // The beginning of what solc makes, by either way, and 500 bytes of code after it.
  const holding = files.filter((path) => /60(80|a0|c0|e0)(80)?6040[0-9a-f]{1000}/.test(readFileSync(path, 'utf8')))
  const records = new Set(recorded.flatMap(({ record = [] }) => record))
  expect(holding.filter((path) => !records.has(path)).toSorted(byText)).toEqual([
    'src/chain/survey/transfer-probe-code.gen.ts',
    'src/encoding/contracts/cctp-bridge-code.gen.ts',
    'src/encoding/contracts/crossing-code.gen.ts',
    'src/encoding/contracts/router-code.gen.ts',
    'src/encoding/contracts/stargate-bridge-code.gen.ts',
    'src/sandbox/cctp/code.gen.ts',
  ])
})

describe('the package', () => {
  /** Of the packages that are bundled. */
  let licences: readonly string[]
  beforeAll(() => {
    buildOnce().remove()
    const text = readFileSync('dist/LICENSES.txt', 'utf8')
    licences = [...text.matchAll(/^-{80}\n\S+ \S+ · (.+)\n\n\S/gm)].map(([, license = '']) => license)
  })

  test('names every licence in its manifest', () => {
    const [own, ...others] = manifest.license.split(' AND ')
    expect(own).toBe('MIT')
    const named = [...shipped.map(({ license }) => license), ...licences]
    expect(others).toEqual([...new Set(named)].filter((license) => license !== 'MIT').toSorted(byText))
    expect(parse<{ packages: { '': { license: string } } }>('package-lock.json').packages[''].license).toBe(
      manifest.license,
    )
  })

  test('holds the text of every licence, and what names them', () => {
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const [packed] = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    const paths = new Set((packed.files as { path: string }[]).map(({ path }) => path))
    expect([...paths]).toEqual(
      expect.arrayContaining(['state', 'foundation', 'op-stack'].map((name) => `dist/${name}.json.gz`)),
    )
    const needed = [
      'LICENSE',
      'NOTICE',
      'LICENSES/recorded-code.json',
      'dist/LICENSES.txt',
      'dist/sbom.json',
      'dist/swagger-ui-bundle.js.LICENSE.txt',
      ...shipped.flatMap(({ texts }) => texts.map((text) => `LICENSES/${text}`)),
    ]
    expect(needed.filter((path) => !paths.has(path))).toEqual([])
    for (const path of [
      'standard-json/SwapRouter.cancun.json',
      'interface/SwapRouter.abi.json',
      'example/SwapForCaller.sol',
    ])
      expect(paths).toContain(`dist/contracts/${path}`)
  }, 60_000)

  test('no text lies there that nothing is under', () => {
    const named = new Set(recorded.flatMap(({ texts }) => texts))
    expect(readdirSync('LICENSES').filter((file) => file !== 'recorded-code.json' && !named.has(file))).toEqual([])
    expect(existsSync('LICENSE')).toBe(true)
  })
})

const byText = (a: string, b: string) => (a < b ? -1 : 1)

/** Name and version of the packages in a record. */
function packagesOf(record: string): readonly (readonly [string, string])[] {
  interface Named {
    readonly name: string
    readonly version: string
  }
  const content = parse<readonly Named[] | { readonly packages: readonly Named[] }>(record)
  const packages = 'packages' in content ? content.packages : content
  return packages.map(({ name, version }) => [name, version])
}

/** For each contract of contracts/sandbox, whether a code is what it deploys, whatever its immutables. */
function ownTemplates(): readonly ((code: string) => boolean)[] {
  const folders = ['contracts/sandbox', ...readdirSync('src/protocols').map((kind) => `src/protocols/${kind}/sandbox`)]
  const paths = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    // But the one that is made of another's contracts, which are not installed here: it is recorded.
    .filter((path) => path.endsWith('.sol') && !path.endsWith('/ShareVault.sol'))
  const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  // Ports of what no old chain has are for a later EVM: of all in a folder, where one of them needs it.
  const isTransient = ([, text]: readonly [string, string]) => /\btransient\b/.test(text)
  const later = new Set(
    Object.entries(texts)
      .filter(isTransient)
      .map(([path]) => dirname(path)),
  )
  const builds = [
    ['london', Object.entries(texts).filter((file) => !isTransient(file))],
    ['cancun', Object.entries(texts).filter(([path]) => later.has(dirname(path)))],
  ] as const
  return builds.flatMap(([evmVersion, files]) => {
    const code = ['bytecode.object', 'deployedBytecode.object', 'deployedBytecode.immutableReferences']
    const outputs = ['abi', ...code.map((name) => `evm.${name}`)]
    const input = {
      language: 'Solidity',
      sources: Object.fromEntries(files.map(([file, content]) => [file, { content }])),
      settings: {
        optimizer: { enabled: true, runs: 200 },
        evmVersion,
        metadata: { bytecodeHash: 'none', appendCBOR: false },
        outputSelection: { '*': { '*': outputs } },
      },
    }
    return Object.values(compileAll(JSON.stringify(input))).map(({ runtimeCode, immutables }) => (code: string) => {
      if (code.length !== runtimeCode.length || code === '0x') return false
      const bytes = Buffer.from(code.slice(2), 'hex')
      for (const { start, length } of immutables) bytes.fill(0, start, start + length)
      return `0x${bytes.toString('hex')}` === runtimeCode
    })
  })
}
