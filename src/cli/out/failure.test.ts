import { expect, test } from 'vitest'
import { Failure } from '#cli/schemas/envelope'
import { fail } from '#domain/errors'
import { failureDocument, failureLines, toFailure, wrapText } from './failure.ts'
import { plainPaint } from './screen.ts'

const screen = { width: 80, paint: plainPaint }
const hash = `0x${'ab'.repeat(32)}`
const run = {
  version: '1.0.0',
  service: 'local',
  requestId: () => '391cd96d-c4bb-453a-8ab8-2459b5a2f57c',
  durationMs: () => 7,
}
const telling = { secrets: [], sends: true, causes: false }

test('what happened and whether anything was sent, why, the code, and last what to do', () => {
  const error = fail('QUOTE_EXPIRED', {
    id: '7b3e91c4',
    secondsAgo: 41,
    again: 'swapline swap 10 ETH USDC',
  }).withContext({
    why: 'Quotes live 5 minutes and can be used once.',
  })
  expect(failureLines(error, screen, telling)).toEqual([
    '✖ Quote 7b3e91c4 expired 41 seconds ago. Nothing was sent.',
    '  Quotes live 5 minutes and can be used once.',
    '  QUOTE_EXPIRED · exit 8',
    '  → swapline swap 10 ETH USDC',
  ])
})

test('a sent transaction is always mentioned', () => {
  const guard = fail('GAS_ABOVE_LIMIT', { cost: '1', limit: '0.5' }).withContext({ sent: true, txHash: hash })
  expect(failureLines(guard, screen, telling).join('\n')).not.toContain('Nothing was sent')
  expect(failureLines(guard, screen, telling).join('\n')).toContain(hash)
  for (const error of [
    fail('PENDING', { what: 'The swap', id: 'e41f08aa', known: 'A node has it.' }),
    fail('OUTCOME_UNKNOWN', { what: 'The swap', id: 'e41f08aa', known: 'It was handed to a (no answer).' }),
    fail('RECEIVED_UNKNOWN', { id: 'e41f08aa', block: 7 }),
    fail('REVERTED', { what: 'The swap', reason: undefined, block: 7, gasUsed: '21000', id: 'x', isFinal: true }),
  ]) {
    expect(failureDocument(error, run, telling)).toMatchObject({ error: { sent: true } })
    expect(failureLines(error, screen, telling)[0]).not.toContain('Nothing was sent')
  }
})

test('what an earlier run sent is unknown while the store cannot be read', () => {
  const full = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk is full' })
  const wide = { ...screen, width: 200 }
  expect(failureLines(full, wide, telling)[0]).toMatch(/the disk is full\. Whether anything was sent is unknown\.$/)
  expect(failureDocument(full, run, telling)).toMatchObject({ error: { sent: true } })
  expect(failureDocument(full, run, { ...telling, sends: false })).toMatchObject({ error: { sent: false } })
  const proven = full.withContext({ sent: false })
  expect(failureLines(proven, wide, telling)[0]).toContain('Nothing was sent.')
  expect(failureDocument(proven, run, telling)).toMatchObject({ error: { sent: false } })
})

test('where no record was read, neither the screen nor the document says whether anything was sent', () => {
  const unread = fail('NO_ACCOUNT', {}, { sent: 'unasked' })
  expect(failureLines(unread, screen, telling)[0]).toBe('✖ There is no account to sign with.')
  expect(failureDocument(unread, run, telling)).not.toHaveProperty('error.sent')
  expect(failureDocument(unread, run, { ...telling, sends: false })).toMatchObject({ error: { sent: false } })
})

test('a command that cannot send does not mention sending', () => {
  const lines = failureLines(fail('NO_ACCOUNT', {}), screen, { ...telling, sends: false })
  expect(lines[0]).toBe('✖ There is no account to sign with.')
})

test('a bug shows neither its message nor its stack, until -vv, and then no secrets', () => {
  const secret = `0x${'c0ffee00'.repeat(8)}`
  const bug = new TypeError(`cannot read ${secret} at https://rpc.example/v3/CANARY with hunter22`)
  const plain = failureLines(toFailure(bug), screen, telling).join('\n')
  expect(plain).not.toContain('cannot read')
  expect(plain).toContain('INTERNAL · exit 1')

  const told = failureLines(toFailure(bug), screen, { secrets: ['hunter22'], sends: true, causes: true }).join('\n')
  expect(told).toContain('cannot read [32 bytes] at https://rpc.example/…')
  for (const text of [secret, 'CANARY', 'hunter22', '    at ']) expect(told).not.toContain(text)
})

test('foreign text cannot reach the terminal', () => {
  const error = fail('TOKEN_NOT_FOUND', { text: '\u001b[2J\u202e', network: 'base', nearest: [] })
  expect(failureLines(error, screen, telling).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('the document fits its schema, its details are plain', () => {
  const error = fail('SWAP_NOT_FOUND', { id: hash }).withContext({ swapId: 'x', txHash: hash, cause: new Error('x') })
  const document = Failure.parse(failureDocument(error, run, telling))
  expect(document.error.message).toContain(hash)
  expect(document.error.details).toEqual({ id: hash })
})

test('lines break at spaces', () => {
  expect(wrapText('aa bb cc', 5)).toEqual(['aa bb', 'cc'])
  expect(wrapText('aaaaaaaa b', 5)).toEqual(['aaaaaaaa', 'b'])
})

test.each(['MODULE_NOT_FOUND', 'ERR_OTHER_BUILD'])('a part that cannot be loaded is no bug to report: %s', (code) => {
  const cause = Object.assign(new Error('Cannot find module'), { code })
  expect(failureLines(toFailure(cause), screen, { ...telling, sends: false })).toEqual([
    '✖ A part of swapline is missing or of another build: it was installed again',
    '  meanwhile, or in part.',
    '  PROGRAM_REPLACED · exit 1',
    '  → run the same command again',
    '  → if it fails again, install swapline again',
  ])
})
