/** V8's code caches of the build are used by the Node.js that made them, and by no other. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'

const { compiled, loadCached } = createRequire(import.meta.url)('../../bin/load-cached.js')
const { arch, platform, version } = process
const ending = `-${version}-${platform}-${arch}.cache`

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'swapline-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('the build writes one cache for each part, named by its Node.js', () => {
  const program = buildOnce()
  const built = readdirSync(join(dirname(program.bin), '../dist')).filter((name) => name.endsWith('.cache'))
  program.remove()
  expect(built.sort()).toEqual([`rest${ending}`, `shared${ending}`, `start${ending}`])
})

test('a quote reads the rest of the program only when the chain has answered', () => {
  const program = buildOnce()
  onTestFinished(() => program.remove())
  const folder = createFolder({
    'note-reads.cjs': `
      const fs = require('node:fs')
      const { openSync, readFileSync } = fs
      const opened = new Map()
      fs.openSync = (path, ...rest) => {
        const descriptor = openSync(path, ...rest)
        opened.set(descriptor, path)
        return descriptor
      }
      fs.readFileSync = (path, ...rest) => {
        const part = /dist.(\\w+)\\.js$/.exec(String(opened.get(path) ?? path))?.[1]
        if (part) process._rawDebug('read ' + part)
        return readFileSync(path, ...rest)
      }`,
  })
  const readsOf = (...words: readonly string[]): readonly string[] => {
    const given = ['--require', join(folder, 'note-reads.cjs'), program.bin, ...words]
    const env = { PATH: process.env['PATH'], HOME: folder }
    const { stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', env })
    return Array.from(stderr.matchAll(/^read (\w+)$/gm), ([, part = '']) => part).filter((part) => part !== 'main')
  }
  const nobody = ['-n', 'base', '--rpc-url', 'http://127.0.0.1:1']
  expect(readsOf('quote', '1', 'ETH', 'USDC', ...nobody)).toEqual(['start', 'shared'])
  expect(readsOf('balances', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', ...nobody)).toContain('rest')
})

test('a cache of this Node.js is used; under the name of another it is left alone', () => {
  const folder = createFolder({ 'a.js': 'exports.one = 1', 'shared.js': '', 'rest.js': '' })
  const file = join(folder, 'a.js')
  const cached = compiled(file).createCachedData()
  // V8 compares the length of the source: with another text of the same length, the code is that of the cache.
  writeFileSync(file, 'exports.one = 2')
  for (const name of ['a.cache', `a-v20.0.0-${platform}-${arch}.cache`]) writeFileSync(join(folder, name), cached)
  expect(loadCached(file).one).toBe(2)
  writeFileSync(join(folder, `a${ending}`), cached)
  expect(loadCached(file).one).toBe(1)
})

test.each(['with all caches', 'without that of one part', 'without caches'])('the parts are one program: %s', (of) => {
  const folder = createFolder({
    'start.js':
      "const shared = require('./shared.js'); exports.later = () => require('./rest.js'); exports.shared = shared",
    'shared.js': "exports.made = {}; exports.path = require('node:path')",
    'rest.js': "exports.made = require('./shared.js').made; exports.self = () => require('./rest.js')",
  })
  const parts =
    of === 'without caches' ? [] : of === 'with all caches' ? ['start', 'shared', 'rest'] : ['start', 'shared']
  for (const part of parts)
    writeFileSync(join(folder, `${part}${ending}`), compiled(join(folder, `${part}.js`)).createCachedData())
  expect(existsSync(join(folder, `rest${ending}`))).toBe(of === 'with all caches')
  const start = loadCached(join(folder, 'start.js'))
  const rest = start.later()
  expect(rest.made).toBe(start.shared.made)
  expect(rest.self()).toBe(rest)
  expect(start.later()).toBe(rest)
})

test('what replaces the parts of a program while it runs is not mixed with it', () => {
  const folder = createFolder({
    'start.js': "exports.later = () => require('./rest.js').of",
    'shared.js': '',
    'rest.js': "exports.of = 'the old build'",
  })
  const at = (name: string) => join(folder, name)
  for (const part of ['start', 'shared', 'rest'])
    writeFileSync(at(`${part}${ending}`), compiled(at(`${part}.js`)).createCachedData())
  const start = loadCached(at('start.js'))
  for (const name of ['rest.js', `rest${ending}`]) rmSync(at(name))
  writeFileSync(at('rest.js'), "exports.of = 'the new build'")
  expect(start.later()).toBe('the old build')
})

test('parts of two builds refuse each other', () => {
  const program = buildOnce()
  onTestFinished(() => program.remove())
  const dist = join(dirname(program.bin), '../dist')
  const [, id = ''] = /\.build="([0-9a-f]{64})"/.exec(readFileSync(join(dist, 'shared.js'), 'utf8')) ?? []
  const rest = readFileSync(join(dist, 'rest.js'), 'utf8')
  expect(id === '' ? -1 : rest.indexOf(id)).toBeGreaterThan(0)
  const folder = createFolder({ 'shared.js': readFileSync(join(dist, 'shared.js'), 'utf8') })
  writeFileSync(join(folder, 'rest.js'), rest.replace(id, '0'.repeat(64)))
  expect(() => createRequire(import.meta.url)(join(folder, 'rest.js'))).toThrow('the program was replaced while it ran')
})

test.each([
  ['of another build', /^swapline cannot run: Error: the program was replaced while it ran\. Install it again\.\n$/],
  ['cut short', /^swapline cannot run: SyntaxError: .*\. Install it again\.\n$/],
  ['gone', /^swapline cannot run: Error: ENOENT: no such file or directory, open '.*rest\.js'\. Install it again\.\n$/],
])('a program that is installed again while it starts calls nothing of the other one: a part is %s', (how, words) => {
  const program = buildOnce()
  onTestFinished(() => program.remove())
  const rest = join(dirname(program.bin), '../dist/rest.js')
  const text = readFileSync(rest, 'utf8')
  rmSync(rest)
  rmSync(rest.replace(/\.js$/, ending))
  if (how === 'cut short') writeFileSync(rest, text.slice(0, text.length / 2))
  if (how === 'of another build') writeFileSync(rest, text.replace(/[0-9a-f]{64}/, '0'.repeat(64)))
  const env = { PATH: process.env['PATH'], HOME: createFolder({}) }
  const run = spawnSync(process.execPath, [program.bin, 'wallet', 'list'], { encoding: 'utf8', env })
  const { status, stdout, stderr } = run
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(words) })
})
