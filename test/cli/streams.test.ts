/** If stdout fails: a full disk causes no stack trace, and finished work is not reported as undone. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin, cleanEnv, createHome, type RunResult, runSwapline } from './run-built.ts'

function shell(home: string, command: string): Promise<RunResult> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { env: { ...cleanEnv(home), BIN: bin } }, (error, stdout, stderr) =>
      resolve({ stdout, stderr, code: error === null ? 0 : Number(error.code) }),
    )
  })
}

test.each([
  ['networks', 74],
  ['networks -o json', 74],
  ['config list', 74],
  ['', 74],
  ['--version', 74],
  ['--help', 74],
  ['quote --help', 74],
  ['networks nosuch -o json', 6],
  ['quote 1 ETH -o json', 2],
])('"%s" on a full disk: exit %i, and no stack trace', async (args, code) => {
  const ran = await shell(createHome(), `node "$BIN" ${args} >/dev/full`)
  expect(ran.code).toBe(code)
  expect(ran.stderr).not.toMatch(/^\s+at /m)
  expect(ran.stderr.split('\n').length).toBeLessThan(8)
  if (code === 74) expect(ran.stderr.replace(/\s+/g, ' ')).toContain('could not be written: the disk is full (ENOSPC)')
})

test('a failure that stdout does not take is printed on stderr', async () => {
  const ran = await shell(createHome(), 'node "$BIN" networks nosuch -o json >/dev/full')
  expect(ran.stderr).toContain('NETWORK_NOT_VALID · exit 6')
})

test('a failing stderr ends nothing', async () => {
  const ran = await shell(createHome(), 'node "$BIN" networks base --json 2>/dev/full')
  expect([ran.code, JSON.parse(ran.stdout).ok]).toEqual([0, true])
  expect((await shell(createHome(), 'node "$BIN" networks nosuch 2>/dev/full')).code).toBe(6)
})

test('a file is written completely, also after partial writes', async () => {
  const home = createHome()
  const ran = await shell(home, 'node "$BIN" schema swap >"$HOME/out" && cat "$HOME/out"')
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.stdout)).toBeTypeOf('object')
})

test('a file that takes only a part of the result: exit 74', async () => {
  // bash's ulimit -f counts KiB; SIGXFSZ is ignored so that the write fails as on a full disk.
  const ran = await shell(createHome(), `trap '' XFSZ; ulimit -f 1; node "$BIN" networks -o json >"$HOME/out"`)
  expect(ran.code).toBe(74)
  expect(ran.stderr.replace(/\s+/g, ' ')).toContain('could not be written')
})

test('a command that waits for something that can no longer come says so, and does not end as if it were done', async () => {
  const home = createHome()
  // Standard input as a stream that neither yields data nor ends, nor keeps the process alive.
  const hook = join(home, 'silent-stdin.cjs')
  const lines = [
    "const { Readable } = require('node:stream')",
    "Object.defineProperty(process, 'stdin', { value: new Readable({ read() {} }) })",
  ]
  writeFileSync(hook, lines.join('\n'))
  const env = { NODE_OPTIONS: `--require ${hook}` }
  const ran = await runSwapline(home, ['wallet', 'new', 'bot', '--password-stdin', '-o', 'json'], { env })
  expect(ran.code).toBe(1)
  expect(JSON.parse(ran.stdout).error).toMatchObject({ code: 'INTERNAL', exitCode: 1, sent: false })
})
