/** Checks the output of a run in both formats, human and JSON, with stdout and stderr separated. */
import { expect } from 'vitest'
import { Failure } from '#cli/schemas/envelope'
import { type ErrorCode, errorTable } from '#domain/failures/table'
import { exitOf } from './exit-codes.ts'
import type { RunOptions, RunResult, User } from './fixture.ts'

export type FailureDocument = ReturnType<typeof Failure.parse>

export interface ExpectedFailure {
  readonly code: ErrorCode
  /** Whether a transaction was sent; false by default. `unasked`: the document leaves it open. */
  readonly sent?: boolean | 'unasked'
  /** Words that must occur in the message, the reason or the remedy. */
  readonly says?: readonly (string | RegExp)[]
}

const stackTrace = /^\s+at .+[:(]\d+/m

/** The one document on stdout. */
export function parseDocument({ stdout }: RunResult): unknown {
  expect(stdout.endsWith('\n')).toBe(true)
  return JSON.parse(stdout)
}

/** A failed run's JSON, checked against the table of errors. */
export function expectFailureJson(ran: RunResult, wanted: ExpectedFailure): FailureDocument['error'] {
  expect(ran.stderr + ran.stdout).not.toMatch(stackTrace)
  const { error } = Failure.parse(parseDocument(ran))
  const exit = exitOf(wanted.code)
  const { retryable = false } = errorTable[wanted.code] as { retryable?: boolean }
  const { sent = false } = wanted
  expect(error).toMatchObject({ code: wanted.code, exitCode: exit, retryable })
  expect(error.sent).toBe(sent === 'unasked' ? undefined : sent)
  expect(ran.code).toBe(exit)
  expect(error.fix.length).toBeGreaterThan(0)
  for (const words of wanted.says ?? [])
    expect([error.message, error.why ?? '', ...error.fix].join('\n')).toMatch(toPattern(words))
  return error
}

/** A failed run's screen: nothing on stdout, the code and the exit status, and a remedy last. */
export function expectFailureScreen(ran: RunResult, wanted: ExpectedFailure): string {
  const exit = exitOf(wanted.code)
  const text = ran.stderr.replace(/\s+/g, ' ')
  expect({ stdout: ran.stdout, code: ran.code, text }).toMatchObject({ stdout: '', code: exit })
  expect(ran.stderr).not.toMatch(stackTrace)
  expect(text).toContain(`${wanted.code} · exit ${exit}`)
  expect(ran.stderr.trimEnd().split('\n').at(-1)).toMatch(/^ {2}→ \S/)
  for (const words of wanted.says ?? []) expect(text).toMatch(toPattern(words))
  if (wanted.sent !== true) expect(text).not.toMatch(/\b(WAS sent|was SENT)\b/)
  return text
}

/** Runs it in both formats. A command that can send must state on its screen whether it did. */
export async function expectRefusal(
  user: User,
  args: readonly string[],
  wanted: ExpectedFailure,
  circumstances: RunOptions = {},
): Promise<void> {
  const [human, json] = await Promise.all([
    user.run(args, circumstances),
    user.run([...args, '-o', 'json'], circumstances),
  ])
  const text = expectFailureScreen(human, wanted)
  if (args.includes('swap') || args.includes('approve')) expect(text).toMatch(/\b(sent|SENT|signed)\b/)
  expectFailureJson(json, wanted)
}

/** A trade that both commands refuse alike: `swap` on the screen, `quote` in JSON. */
export async function expectTradeRefusal(
  user: User,
  trade: readonly string[],
  wanted: ExpectedFailure,
  circumstances: RunOptions = {},
): Promise<void> {
  const [human, json] = await Promise.all([
    user.run(['swap', ...trade, '-y'], circumstances),
    user.run(['quote', ...trade, '-o', 'json'], circumstances),
  ])
  expect(expectFailureScreen(human, wanted)).toContain('Nothing was sent')
  expectFailureJson(json, wanted)
}

const toPattern = (words: string | RegExp): RegExp =>
  typeof words === 'string' ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')) : words

/** The data of a successful run. */
export function parseData<T>(ran: RunResult): T {
  expect({ code: ran.code, said: ran.code === 0 ? '' : ran.stdout + ran.stderr }).toEqual({ code: 0, said: '' })
  const document = parseDocument(ran) as { ok: boolean; data: T }
  expect(document.ok).toBe(true)
  return document.data
}
