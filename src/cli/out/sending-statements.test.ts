/**
 * Every failure of the table on a command that can send: it states once, and by our own table alone, whether something was
 * sent, whatever the texts of others in its message say.
 */
import { expect, test } from 'vitest'
import { type FailureContext, fail, type SwapError } from '#domain/errors'
import { type Details, type ErrorCode, errorTable } from '#domain/failures/table'
import { evm } from '#domain/units'
import { failureDocument, failureLines } from './failure.ts'
import { plainPaint } from './screen.ts'

/** As a node, a service or a token may word it. */
const foreign = 'the transaction was sent, signed and is on chain'
const hash = `0x${'ab'.repeat(32)}`
const address = `0x${'11'.repeat(20)}`
const id = 'e41f08aa'
const unproven = { what: 'The swap', id, known: foreign }

/** What the screen adds without a context, or what the message says itself. */
type Statement = 'Nothing was sent.' | 'Whether anything was sent is unknown.' | { readonly own: string }
type Sample<C extends ErrorCode> = readonly [Details<C>, Statement]

const nothing = 'Nothing was sent.'
const unknown = 'Whether anything was sent is unknown.'
const reasoned = [{ reason: foreign }, nothing] as const
const placed = [{ path: foreign, reason: foreign }, unknown] as const
const served = [{ service: foreign, reason: foreign }, nothing] as const
const mismatched = [{ field: foreign, expected: foreign, actual: foreign }, nothing] as const

const requests = {
  VALIDATION_FAILED: reasoned,
  USAGE: reasoned,
  INVALID_AMOUNT: [{ value: foreign, reason: foreign }, nothing],
  AMOUNT_OUT_OF_RANGE: [{ value: '5' }, nothing],
  INVALID_FRACTION: [{ value: foreign }, nothing],
  INVALID_SLIPPAGE: [{ value: foreign, reason: foreign }, nothing],
  INVALID_ADDRESS: [{ value: foreign }, nothing],
  BAD_CHECKSUM: [{ value: foreign, expected: foreign }, nothing],
  INVALID_QUOTE_ID: [{ value: foreign }, nothing],
  NETWORK_NOT_VALID: [{ name: foreign }, nothing],
  NETWORK_NOT_SUPPORTED: [{ name: foreign }, nothing],
  LIQUIDITY_SOURCE_NOT_VALID: [{ names: foreign }, nothing],
  LIQUIDITY_SOURCE_UNPROVEN: [{ names: foreign }, nothing],
  GASLESS_NOT_AVAILABLE: reasoned,
  KEY_TAKEN: [{ key: foreign, id, stage: 'signed', differs: ['amount was 1, now 2'] }, nothing],
  SAME_TOKEN: [{ token: foreign }, nothing],
  NO_NATIVE_CURRENCY: [{ network: foreign, tokens: [foreign] }, nothing],
  CROSS_CHAIN_NOT_AVAILABLE: reasoned,
  AMOUNT_BELOW_MIN: [{ value: foreign }, nothing],
} as const

const lookups = {
  TOKEN_NOT_FOUND: [{ text: foreign, network: 'base', nearest: [] }, nothing],
  CONTACT_NOT_FOUND: [{ name: foreign, nearest: undefined }, nothing],
  TOKEN_AMBIGUOUS: [{ text: foreign, network: 'base', candidates: [foreign] }, nothing],
  TOKEN_MISMATCH: [{ text: foreign, actual: foreign }, nothing],
  TOKEN_UNLISTED: [{ address, symbol: foreign, network: 'base' }, nothing],
  TOKEN_UNREADABLE: [{ address, network: 'base' }, nothing],
  DECIMALS_DIFFER: [{ token: foreign, listed: 6, actual: 18 }, nothing],
  PAST_UNKNOWN: [{ network: 'base' }, nothing],
  BLOCK_NOT_AVAILABLE: [{ network: 'base', block: 7, head: 9, reason: foreign }, nothing],
  BUNDLE_INVALID: reasoned,
  BUNDLE_INCOMPLETE: [{ missing: 'transaction' }, nothing],
  BUNDLE_NOT_POSSIBLE: [{ what: 'Transaction', id, reason: foreign, fix: [] }, nothing],
  QUOTE_STATE_GONE: [
    { id, network: 'base', block: 7, blockTime: '2026-11-27T00:00:00Z', head: 9, reason: foreign },
    nothing,
  ],
  QUOTE_NOT_FOUND: [{ id }, nothing],
  QUOTE_AMBIGUOUS: [{ id, count: 2 }, nothing],
  QUOTE_NETWORK_DIFFERS: [{ id, quoted: 'base', chosen: 'ethereum' }, nothing],
  QUOTE_EXPIRED: [{ id, secondsAgo: 41 }, nothing],
  QUOTE_CONSUMED: [{ id }, unknown],
  API_KEY_NOT_FOUND: [{ id }, nothing],
  SWAP_NOT_FOUND: [{ id }, nothing],
  NO_ROUTE: [{ from: foreign, to: foreign }, nothing],
} as const

const checks = {
  ESTIMATE_GAS_FAILED: [{ check: 'simulation', reason: foreign }, nothing],
  PERMIT_NOT_SUPPORTED: [{ token: foreign }, nothing],
  SWAP_SIGNATURE_NOT_VALID: reasoned,
  PERMIT_NOT_VALID: reasoned,
  PERMIT_EXPIRED: [{ seconds: 60 }, nothing],
  TRANSACTION_BUILD_FAILED: reasoned,
  PAYLOAD_MISMATCH: mismatched,
  ROUTER_NOT_DEPLOYED: [{ network: 'base', address, reason: foreign }, nothing],
  ROUTER_NOT_TRUSTED: [{ address, reason: foreign }, nothing],
  PRICE_IMPACT_TOO_HIGH: [{ impact: '7 %', limit: '5 %' }, nothing],
  SLIPPAGE_TOO_HIGH: [{ slippage: '7 %', limit: '5 %' }, nothing],
  BELOW_MIN_OUT: [{ quoted: foreign, minimum: foreign }, nothing],
  ABOVE_MAX_IN: [{ asked: foreign, maximum: foreign }, nothing],
  PRICE_IMPACT_UNKNOWN: [{}, nothing],
  PRICE_FAR_FROM_MARKET: [{ quoted: foreign, market: foreign, limit: '5 %' }, nothing],
  PRICE_UNCHECKED: [{}, nothing],
  GAS_ABOVE_LIMIT: [{ cost: '2 ETH', limit: '1 ETH' }, nothing],
  POLICY_VIOLATED: [{ path: '/policy.json', rule: foreign }, { own: 'It was not signed.' }],
  CONFIRM_NEEDED: [{ what: foreign, flag: '--yes' }, nothing],
  DECLINED: [{}, nothing],
  INTERRUPTED: [{}, nothing],
  TERMINATED: [{}, nothing],
} as const

const setups = {
  NO_ACCOUNT: [{}, nothing],
  ACCOUNT_NOT_CHOSEN: [{ names: [foreign, 'dev1'] }, nothing],
  ACCOUNT_NOT_FOUND: [{ name: foreign, places: ['/keys'] }, nothing],
  ACCOUNT_WATCH_ONLY: [{ account: foreign }, nothing],
  ACCOUNT_EXISTS: [{ name: foreign }, nothing],
  ACCOUNT_DIFFERS: [{ expected: address, actual: address }, nothing],
  ACCOUNT_NOT_FOR_SANDBOX: [{ account: foreign, network: 'sandbox-base', played: 'base' }, nothing],
  ACCOUNT_ONLY_FOR_SANDBOX: [{ account: foreign, network: 'base' }, nothing],
  PASSWORD_WRONG: [{ account: foreign }, nothing],
  SECRET_FILE_UNREADABLE: [{ what: 'password', path: foreign, reason: foreign, flag: '--password-file' }, nothing],
  PASSWORD_NEEDED: [{ account: foreign }, nothing],
  PASSWORD_EMPTY: [{ account: foreign }, nothing],
  KEYSTORE_UNREADABLE: [{ path: foreign, reason: foreign }, nothing],
  UNSAFE_MODE: [{ path: foreign, mode: '644', wanted: '600' }, nothing],
  CONFIG_INVALID: [{ path: foreign, reason: foreign }, nothing],
  CONFIG_KEY_UNKNOWN: [{ key: foreign }, nothing],
  PROFILE_NOT_FOUND: [{ name: foreign }, nothing],
  STORE_UNUSABLE: placed,
  STATE_DIR_UNUSABLE: placed,
  STORE_UNREACHABLE: [{ place: foreign, reason: foreign }, unknown],
  ALLOWANCE_BUSY: [{ token: foreign, word: foreign, network: 'base', seconds: 9 }, nothing],
  STORE_BUSY: [{ what: foreign }, unknown],
} as const

const connections = {
  NETWORK_UNAVAILABLE: [{ network: 'Base', reason: foreign }, nothing],
  WRONG_CHAIN: [{ network: 'base', expected: 1, actual: foreign }, nothing],
  STALE_HEAD: [{ network: 'base', age: 900 }, nothing],
  TIMED_OUT: [{ what: foreign, seconds: 9 }, nothing],
  ROUTING_LOST: reasoned,
  INDEX_OF_ANOTHER_CHAIN: [{ network: 'base', title: 'Base' }, nothing],
  POOL_FILE_NOT_VALID: reasoned,
  SANDBOX_NOT_RUNNING: [{}, nothing],
  SANDBOX_FAILED: reasoned,
  SERVICE_UNREACHABLE: served,
  SERVICE_ANSWER_NOT_VALID: served,
  SERVICE_REFUSED: [{ service: foreign, name: foreign, message: foreign }, nothing],
  SERVICE_KEY_REFUSED: [{ service: foreign, given: true }, nothing],
  SERVICE_CANNOT: [{ what: foreign, fix: 'leave it out' }, nothing],
  SERVICE_PAYLOAD_MISMATCH: mismatched,
  SIMULATION_FAILED: reasoned,
  REQUEST_TOO_SLOW: reasoned,
  BODY_TOO_LARGE: reasoned,
  ADDRESS_TOO_LONG: reasoned,
  MEDIA_TYPE_NOT_SUPPORTED: reasoned,
  HEADERS_TOO_LARGE: reasoned,
  NETWORK_NOT_SERVED: [{ name: foreign, served: ['base'] }, nothing],
  RESULT_NOT_WRITTEN: [{ reason: foreign, id: undefined }, nothing],
  API_KEY_NOT_ACCEPTED: [{}, nothing],
  PATH_NOT_FOUND: [{ path: foreign }, nothing],
  METHOD_NOT_ALLOWED: [{ method: 'PUT', path: foreign, allowed: ['GET'] }, nothing],
  RATE_LIMITED: [{ retryAfter: 2 }, nothing],
  ADDRESS_IN_USE: [{ address: foreign, reason: foreign }, nothing],
  OVERLOADED: [{}, nothing],
} as const

const outcomes = {
  REVERTED: [
    { what: 'The swap', reason: undefined, block: 7, gasUsed: '21000', id, isFinal: true },
    { own: 'The swap reverted on chain in block 7' },
  ],
  PENDING: [unproven, { own: 'The swap was SENT.' }],
  OUTCOME_UNKNOWN: [unproven, { own: 'The swap is signed and can still go through.' }],
  RECEIVED_UNKNOWN: [{ id, block: 7 }, { own: 'The swap was mined with success in block 7' }],
  TRANSACTION_DISPUTED: [{ hash, network: 'base', reason: foreign }, nothing],
  DEADLINE_PASSED: [unproven, { own: 'The swap did not happen and cannot any more.' }],
  REPLACED: [{ what: 'The swap', nonce: 3, id }, { own: 'the swap can no longer be mined.' }],
  CANCELLED: [
    { what: 'The swap', nonce: 3, id, by: hash, block: 7, isFinal: true },
    { own: 'The swap was cancelled: the transaction' },
  ],
  CANCEL_TOO_LATE: [
    { what: 'The swap', id, by: hash, known: foreign },
    { own: 'The swap was SENT and mined before it could be cancelled.' },
  ],
  NOT_REPLACEABLE: [
    { what: 'The swap', id, reason: 'it is final', known: 'Mined in block 7, final.' },
    { own: 'it is final. Mined in block 7, final.' },
  ],
  NONCE_TAKEN: [{ nonce: 3, next: 4, reason: foreign }, nothing],
  JOURNAL_UNREADABLE: [{ reason: foreign }, { own: 'Whether a transaction was sent is unknown' }],
  CHECK_FAILED: reasoned,
  PROGRAM_REPLACED: [{}, nothing],
  INTERNAL: reasoned,
  BATCH_INVALID: [{ source: foreign, problems: [{ line: 2, message: foreign }] }, nothing],
  BATCH_PLAN_CHANGED: [{ path: foreign, reason: foreign }, nothing],
  BATCH_CHANGED: [{ id, differs: ['amount'], signed: ['r1'] }, nothing],
  BATCH_NOT_FOUND: [{ id }, nothing],
  BATCH_CANCELLED: [{ id }, nothing],
  DUPLICATE_ID: [{ id, rows: ['r1'] }, nothing],
  BATCH_SPEND_ABOVE_LIMIT: [{ planned: foreign, limit: foreign }, nothing],
  BATCH_STOPPED: [{ id, done: 1, total: 2 }, nothing],
  BATCH_PENDING: [{ id, rows: ['r1'] }, { own: 'has signed 1 row that can still go through' }],
} as const

const samples: { readonly [C in ErrorCode]: Sample<C> } = {
  ...requests,
  ...lookups,
  ...checks,
  ...setups,
  ...connections,
  ...outcomes,
}
const codes = Object.keys(errorTable) as readonly ErrorCode[]

const run = { version: '1.0.0', service: 'local', requestId: () => 'r', durationMs: () => 7 }
const telling = { secrets: [], sends: true, causes: false }

const sampleOf = <C extends ErrorCode>(code: C, context: FailureContext = {}) => {
  const [details, statement] = samples[code]
  return { error: fail(code, details, context), statement }
}

/** What the screen adds to the message. */
function addedTo(error: SwapError): string {
  const [line = ''] = failureLines(error, { width: 5_000, paint: plainPaint }, telling)
  const message = /[.?!]$/.test(error.message) ? error.message : `${error.message}.`
  expect(line.startsWith(`✖ ${message}`)).toBe(true)
  return line.slice(2 + message.length).trimStart()
}

const isSentIn = (error: SwapError): unknown => {
  const document = failureDocument(error, run, telling) as { readonly error: { readonly sent: unknown } }
  return document.error.sent
}

test.each(codes)('%s states it once, by itself or on the screen', (code) => {
  const { error, statement } = sampleOf(code)
  if (typeof statement === 'string') expect(addedTo(error)).toBe(statement)
  else {
    expect(error.message).toContain(statement.own)
    expect(addedTo(error)).toBe('')
  }
  if (statement === nothing) expect(isSentIn(error)).toBe(false)
  if (statement === unknown) expect(isSentIn(error)).toBe(true)
})

test.each(codes)('%s after something was sent, or may have been', (code) => {
  const isFate = typeof sampleOf(code).statement !== 'string' && !['POLICY_VIOLATED', 'DEADLINE_PASSED'].includes(code)
  for (const [sent, added] of [
    [true, 'A transaction WAS sent.'],
    ['maybe', 'Whether anything was sent is unknown.'],
  ] as const)
    for (const known of [{}, { txHash: hash }, { approvals: [hash] }]) {
      const { error } = sampleOf(code, { sent, swapId: id, ...known })
      expect(addedTo(error)).toBe(isFate ? '' : added)
      expect(isSentIn(error)).toBe(true)
    }
})

test('an order that only its lost quote would tell of is unknown by the message itself', () => {
  const lost = fail('QUOTE_NOT_FOUND', { id, ofOrder: true }, { sent: true })
  expect(lost.message).toContain('whether an order of it was sent is not known')
  expect(addedTo(lost)).toBe('')
})

test('a quote that was used for a file is unknown by the message itself, one that was used for nothing is not', () => {
  const file = { network: 'base', madeAt: '2026-11-27T00:00:00Z', until: '2026-11-27T00:03:00Z' }
  const filed = fail('QUOTE_CONSUMED', { id, file }, { sent: 'maybe' })
  expect(filed.message).toContain('it may have been signed and sent from anywhere until 2026-11-27T00:03:00Z')
  expect(addedTo(filed)).toBe('')
  expect(isSentIn(filed)).toBe(true)
  expect(addedTo(fail('QUOTE_CONSUMED', { id, isUnsent: true }, { sent: false }))).toBe('Nothing was sent.')
})

test.each([
  [true, 'which WAS sent. Mined.', '(a swap of it sells once more)'],
  ['maybe', 'which may have been sent. Mined.', '(a swap of it sells once more)'],
  [false, 'which did not go through. Mined.', 'swapline quote <amount> <sell> <buy>'],
] as const)('a quote that was used for another swap says itself that %s is known of it', (sent, said, last) => {
  const swap = { id: 'e41f08aa', named: ' (--id first)', sent, known: 'Mined.' }
  const used = fail('QUOTE_CONSUMED', { id: '7b3e91c4', swap }, { sent })
  expect(used.message).toBe(`Quote 7b3e91c4 was used before, for swap e41f08aa (--id first), ${said}`)
  expect(addedTo(used)).toBe('')
  expect([used.fix.length, used.fix[0], used.fix.at(-1)?.endsWith(last)]).toEqual([
    ...[2, 'swapline status e41f08aa     (that swap)', true],
  ])
})

test('the name of a token neither hides the statement nor makes one', () => {
  const leftover = { token: evm(address), spender: evm(address), allowance: 5n, words: foreign, command: 'x' }
  const named = fail('NO_ROUTE', { from: 'ETH', to: 'SENT on chain' }, { why: foreign, leftover })
  expect(addedTo(named)).toBe('Nothing was sent.')
})
