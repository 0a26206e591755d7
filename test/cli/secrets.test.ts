import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome, type RunResult } from './run-built.ts'

const runSwapline = startSwapline()

const key = `0x${'c0ffee'.repeat(10)}abcd`
const phrase = 'test test test test test test test test test test test junk'
const password = 'CANARY-hunter2'

/** Every byte under a home, and all output. */
function allText(home: string, runs: readonly RunResult[]): string {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return [
    ...files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    ...runs.map(({ stdout, stderr }) => stdout + stderr),
  ].join('\n')
}

test('a key, a phrase and a password used correctly appear nowhere', async () => {
  const home = createHome()
  const env = { SWAPLINE_PASSWORD: password }
  const runs = [
    await runSwapline(home, ['wallet', 'import', 'one', '-vv'], { env, input: `${key}\n` }),
    await runSwapline(home, ['wallet', 'import', 'two', '--json', '-vv'], { env, input: phrase }),
    await runSwapline(home, ['wallet', 'list', '--json', '-vv'], { env }),
    await runSwapline(home, ['wallet', 'use', 'one', '-vv'], { env }),
    await runSwapline(home, ['wallet', 'show', '-vv'], { env }),
    await runSwapline(home, ['config', 'list', '--json'], { env }),
  ]
  expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0))
  expect(runs.slice(0, 5).every(({ stderr }) => stderr.startsWith('settings read after '))).toBe(true)
  const text = allText(home, runs)
  for (const secret of [key, key.slice(2), phrase, password]) expect(text).not.toContain(secret)
  expect(text).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

test('secrets in wrong places are not repeated', async () => {
  const home = createHome()
  const env = { SWAPLINE_PASSWORD: password }
  const runs = await Promise.all([
    runSwapline(home, ['wallet', 'new', key], { env }),
    runSwapline(home, ['wallet', 'import', 'one', key], { env }),
    runSwapline(home, ['wallet', 'show', key, '--json'], { env }),
    runSwapline(home, [`--${key}`], { env }),
    runSwapline(home, ['networks', '--rpc-url', `https://u:${password}@rpc.example/${key}`, '-vv'], { env }),
    runSwapline(home, ['networks', '--rpc-url', `http://rpc.example/${key}`, '-vv'], { env }),
    runSwapline(home, ['config', 'set', 'service.url', `http://x.example/${key}`, '--json'], { env }),
  ])
  const text = allText(home, runs)
  for (const secret of [key.slice(2), password]) expect(text).not.toContain(secret)
})

test('an empty password creates no key from any source; a missing one is prompted for and required', async () => {
  const home = createHome()
  const file = join(home, 'empty')
  writeFileSync(file, '\n', { mode: 0o600 })
  const empty = [
    await runSwapline(home, ['wallet', 'new', 'a'], { env: { SWAPLINE_PASSWORD: '' } }),
    await runSwapline(home, ['wallet', 'new', 'a', '--password-stdin'], { input: '' }),
    await runSwapline(home, ['wallet', 'new', 'a', '--password-file', file]),
    await runSwapline(home, ['wallet', 'import', 'a'], { env: { SWAPLINE_PASSWORD: '' }, input: `${key}\n` }),
  ]
  for (const { code, stderr } of empty) {
    expect(code).toBe(3)
    expect(stderr).toContain('PASSWORD_EMPTY')
    expect(stderr).toContain('--password-stdin')
  }
  const absent = await runSwapline(home, ['wallet', 'new', 'b'])
  expect(absent.code).toBe(3)
  expect(absent.stderr).toContain('PASSWORD_NEEDED')
  const { stdout } = await runSwapline(home, ['wallet', 'list', '--json'])
  expect(JSON.parse(stdout).data.accounts).toEqual([])
})

test('a password file that is a symbolic link is refused', async () => {
  const home = createHome()
  const [file, link] = [join(home, 'password'), join(home, 'link')]
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  symlinkSync(file, link)
  const refused = await runSwapline(home, ['wallet', 'new', 'a', '--password-file', link])
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('UNSAFE_MODE')
  expect(refused.stderr).toContain('symbolic link')
  const keyed = await runSwapline(home, ['wallet', 'import', 'a', '--key-file', link], {
    env: { SWAPLINE_PASSWORD: password },
  })
  expect(keyed.code).toBe(3)
  expect(keyed.stderr).toContain('UNSAFE_MODE')
})

test('a password file that others can read is refused, with the command that fixes it', async () => {
  const home = createHome()
  const file = join(home, 'password')
  writeFileSync(file, `${password}\n`)
  chmodSync(file, 0o640)
  const refused = await runSwapline(home, ['wallet', 'new', 'a', '--password-file', file])
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain(`chmod 600 ${file}`)

  chmodSync(file, 0o600)
  const made = await runSwapline(home, ['wallet', 'new', 'a', '--password-file', file, '--json'])
  expect(made.code).toBe(0)
  const { path } = JSON.parse(made.stdout).data
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
