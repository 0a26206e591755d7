import { expect, test } from 'vitest'
import { judgeRun } from './judge.ts'

const esc = String.fromCharCode(27)
const run = { args: ['quote'], stdout: 'a\tb\r\n', stderr: '✖ no\n', code: 2 }

test('a good run has no faults, a bad one each of its own', () => {
  expect(judgeRun(run)).toEqual([])
  expect(judgeRun({ ...run, code: 1 })).toEqual(['exit 1'])
  expect(judgeRun({ ...run, code: null })).toEqual(['exit null'])
  expect(judgeRun({ ...run, code: 15 })).toEqual(['exit 15'])
  expect(judgeRun({ ...run, stdout: `${esc}[2J` })).toEqual(['U+1b on stdout'])
  expect(judgeRun({ ...run, stderr: '\u202ex' })).toEqual(['U+202e on stderr'])
  expect(judgeRun({ ...run, stderr: `${esc}[31mx${esc}[39m` })).toEqual(['U+1b on stderr'])
  expect(judgeRun({ ...run, args: ['--color', 'always'], stderr: `${esc}[31mx${esc}[39m` })).toEqual([])
  expect(judgeRun({ ...run, stderr: '    at run (file:///a/main.js:3:7)\n' })).toEqual(['stack trace on stderr'])
})
