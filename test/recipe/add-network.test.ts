/**
 * CONTRIBUTING's recipe for a network, followed in a copy of the repository: one entry and what `npm run gen` writes; then
 * it is found, checked as every entry is, and traded on under its chain id by the program that is built from it. On the
 * networks that are there, `test/networks/every-network.test.ts` trades in the same way.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, copyRepository } from './copy.ts'

const entry = 'src/networks/entries/toynet.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

test('a network is added by one entry', async () => {
  writeFileSync(join(copy.path, entry), readFileSync('test/recipe/toynet.txt', 'utf8'))
  const changelog = join(copy.path, 'CHANGELOG.md')
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('pharos, sandbox\n', 'pharos, sandbox, toynet\n'))
  await copy.run('node', 'scripts/gen.mjs')
  const vitest = join(process.cwd(), 'node_modules/.bin/vitest')
  const ran = await copy.run(
    vitest,
    'run',
    'src/networks/find.test.ts',
    'test/networks/schema.test.ts',
    '-t',
    'the entry toynet|toynet is valid',
  )
  expect(ran).toMatch(/Tests .*5 passed/)
  expect(new Set(copy.changed())).toEqual(new Set([entry, 'CHANGELOG.md', 'src/networks/all.gen.ts']))
}, 600_000)

test('the program that is built with it trades on it', async () => {
  await copy.run('npm', 'run', '--silent', 'build')
  const home = join(copy.path, 'node_modules/.cache/home')
  const run = async (...args: readonly string[]) =>
    JSON.parse(await copy.run('env', `HOME=${home}`, 'node', 'bin/swapline.js', ...args, '-o', 'json'))
  try {
    expect((await run('sandbox', 'up', '--as', 'toynet')).data).toMatchObject({ chainId: 777_777 })
    const swap = ['swap', '1', 'TOY', 'USDC', '-n', 'sandbox-toynet', '-a', 'dev1', '-y']
    const { data } = await run(...swap)
    expect(data).toMatchObject({ stage: 'confirmed', network: 'sandbox-toynet' })
    expect(data.bought.raw).toBe(data.quoted.raw)
  } finally {
    await run('sandbox', 'down', '--as', 'toynet')
  }
}, 600_000)
