/** What a run may say: looked at in both forms, human and JSON, stdout and stderr apart. */
import { expect } from 'vitest'
import { Failure } from '#cli/schemas/envelope'
import { type ErrorCode, errorTable } from '#domain/error-table'
import { exitOf } from './exit-codes.ts'
import type { Circumstances, Ran, User } from './stage.ts'

export type FailureDocument = ReturnType<typeof Failure.parse>

export interface Refused {
  readonly code: ErrorCode
  /** Whether something went out; nothing by default. */
  readonly sent?: boolean
  /** Words that have to stand in the message, the reason or the remedy. */
  readonly says?: readonly (string | RegExp)[]
}

const stackTrace = /^\s+at .+[:(]\d+/m

/** The one document on stdout. */
export function documentOf({ stdout }: Ran): unknown {
  expect(stdout.endsWith('\n')).toBe(true)
  return JSON.parse(stdout)
}

/** What a failed run's JSON says, checked against the table of errors. */
export function failureOf(ran: Ran, wanted: Refused): FailureDocument['error'] {
  expect(ran.stderr + ran.stdout).not.toMatch(stackTrace)
  const { error } = Failure.parse(documentOf(ran))
  const exit = exitOf(wanted.code)
  const { retryable = false } = errorTable[wanted.code] as { retryable?: boolean }
  expect(error).toMatchObject({ code: wanted.code, exitCode: exit, retryable, sent: wanted.sent ?? false })
  expect(ran.code).toBe(exit)
  expect(error.fix.length).toBeGreaterThan(0)
  for (const words of wanted.says ?? [])
    expect([error.message, error.why ?? '', ...error.fix].join('\n')).toMatch(literally(words))
  return error
}

/** What a failed run's screen says: nothing on stdout, the code and the exit status, and a remedy last. */
export function screenOf(ran: Ran, wanted: Refused): string {
  const exit = exitOf(wanted.code)
  const text = ran.stderr.replace(/\s+/g, ' ')
  expect({ stdout: ran.stdout, code: ran.code, text }).toMatchObject({ stdout: '', code: exit })
  expect(ran.stderr).not.toMatch(stackTrace)
  expect(text).toContain(`${wanted.code} · exit ${exit}`)
  expect(ran.stderr.trimEnd().split('\n').at(-1)).toMatch(/^ {2}→ \S/)
  for (const words of wanted.says ?? []) expect(text).toMatch(literally(words))
  if (wanted.sent !== true) expect(text).not.toMatch(/\b(WAS sent|was SENT)\b/)
  return text
}

/** Runs it in both forms. A command that can send has to say on its screen whether anything was. */
export async function refused(
  user: User,
  args: readonly string[],
  wanted: Refused,
  circumstances: Circumstances = {},
): Promise<void> {
  const [human, json] = await Promise.all([
    user.run(args, circumstances),
    user.run([...args, '-o', 'json'], circumstances),
  ])
  const text = screenOf(human, wanted)
  if (args.includes('swap') || args.includes('approve')) expect(text).toMatch(/\b(sent|SENT|signed)\b/)
  failureOf(json, wanted)
}

/** A trade that both commands refuse alike: `swap` on the screen, `quote` in JSON. */
export async function refusedTrade(
  user: User,
  trade: readonly string[],
  wanted: Refused,
  circumstances: Circumstances = {},
): Promise<void> {
  const [human, json] = await Promise.all([
    user.run(['swap', ...trade, '-y'], circumstances),
    user.run(['quote', ...trade, '-o', 'json'], circumstances),
  ])
  expect(screenOf(human, wanted)).toContain('Nothing was sent')
  failureOf(json, wanted)
}

const literally = (words: string | RegExp): RegExp =>
  typeof words === 'string' ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+')) : words

/** The data of a run that did what was asked. */
export function dataOf<T>(ran: Ran): T {
  expect({ code: ran.code, stderr: ran.code === 0 ? '' : ran.stderr }).toEqual({ code: 0, stderr: '' })
  const document = documentOf(ran) as { ok: boolean; data: T }
  expect(document.ok).toBe(true)
  return document.data
}
