/** npm packs what is built from the sources as they are, and nothing else. */
import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'
import { type Copy, copyRepository } from '../recipe/copy.ts'

const run = promisify(execFile)
let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

interface Packed {
  readonly stderr: string
  readonly isPacked: boolean
}

/** By `npm run pack`; the tarball is gone afterwards. */
async function pack(): Promise<Packed> {
  const { stderr } = await run('npm', ['run', '--silent', 'pack'], { cwd: copy.path }).catch(
    (error: { stderr: string }) => error,
  )
  const tarballs = readdirSync(copy.path).filter((name) => name.endsWith('.tgz'))
  for (const name of tarballs) rmSync(join(copy.path, name))
  return { stderr, isPacked: tarballs.length > 0 }
}

test('a tree that is not built is refused, then one that was changed after its build', async () => {
  expect(existsSync(join(copy.path, 'dist'))).toBe(false)
  expect(await pack()).toEqual({ stderr: 'swapline is not built yet. Run: npm run build\n', isPacked: false })

  // Also where npm is asked itself: the manifest's `publishConfig` turns the script on that `.npmrc` turns off.
  await expect(copy.run('npm', 'publish', '--dry-run')).rejects.toThrow('swapline is not built yet.')

  // Built from the same sources as the copy's: the build is of the contents, not of the place.
  buildOnce().remove()
  cpSync('dist', join(copy.path, 'dist'), { recursive: true })
  for (const unbuilt of ['src/math/integers/full-math.test.ts', 'README.md'])
    appendFileSync(join(copy.path, unbuilt), '\n')
  expect((await pack()).isPacked).toBe(true)

  appendFileSync(join(copy.path, 'src/protocols/psm/sandbox/state.data.json'), '\n')
  const changed = 'dist was built before src/protocols/psm/sandbox/state.data.json changed. Run: npm run build\n'
  expect(await pack()).toEqual({ stderr: changed, isPacked: false })

  writeFileSync(join(copy.path, 'src/domain/added.ts'), 'export const added = 1\n')
  rmSync(join(copy.path, 'src/start.ts'))
  expect((await pack()).stderr).toMatch(/^dist was built before src\/\S+ and 2 more changed\. Run: npm run build\n$/)
}, 120_000)
