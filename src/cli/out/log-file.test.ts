import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from './log-file.ts'

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swapline-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'log')
}

test('lines are appended, with secrets masked, to a file of its owner', () => {
  const path = createPath()
  const now = () => new Date('2026-11-23T08:00:00.000Z')
  const env = { SWAPLINE_PASSWORD: 'hunter22' }
  openLogFile(path, env, now).write({ command: 'quote', code: 0 })
  openLogFile(path, env, now).write({ msg: `hunter22 https://rpc.example/CANARY 0x${'ab'.repeat(32)}`, code: 5 })
  expect(readFileSync(path, 'utf8').split('\n')).toEqual([
    '{"time":"2026-11-23T08:00:00.000Z","command":"quote","code":0}',
    '{"time":"2026-11-23T08:00:00.000Z","msg":"[secret] https://rpc.example/… [32 bytes]","code":5}',
    '',
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that others can read, or that cannot be written, is refused', () => {
  const path = createPath()
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  expect(() => openLogFile(path, {})).toThrow(expect.objectContaining({ code: 'UNSAFE_MODE' }))
  expect(() => openLogFile(join(path, 'x'), {})).toThrow('cannot be written (ENOTDIR)')
})
