/** V8's code cache of the build is used by the Node.js that made it, and by no other. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'

const { compiled, loadCached } = createRequire(import.meta.url)('../../bin/load-cached.js')
const { arch, platform, version } = process

test('the build writes one cache, named by its Node.js', () => {
  const program = buildOnce()
  const built = readdirSync(join(dirname(program.bin), '../dist')).filter((name) => name.endsWith('.cache'))
  program.remove()
  expect(built).toEqual([`start-${version}-${platform}-${arch}.cache`])
})

test('a cache of this Node.js is used; under the name of another it is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swapline-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.js')
  writeFileSync(file, 'exports.one = 1')
  const cached = compiled(file).createCachedData()
  // V8 compares the length of the source: with another text of the same length, the code is that of the cache.
  writeFileSync(file, 'exports.one = 2')
  for (const name of ['a.cache', `a-v20.0.0-${platform}-${arch}.cache`]) writeFileSync(join(folder, name), cached)
  expect(loadCached(file).one).toBe(2)
  writeFileSync(join(folder, `a-${version}-${platform}-${arch}.cache`), cached)
  expect(loadCached(file).one).toBe(1)
})
