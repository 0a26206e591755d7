/**
 * RED. What is wrong: a service that gives the id of an earlier quote of this machine to a later one of the same trade is
 * not noticed if only the order's terms differ. The store keeps the earlier quote (`ON CONFLICT DO NOTHING`), and compares
 * what both agree to without `gasless`: neither whether there is an order at all, nor its deadline, nonce and fee. The order
 * of the later quote is signed and given away; from then on this machine tells of the earlier one's.
 *
 * What a user loses: `swap <id>` and `status <id>`, which the failure says to ask for, state that the order "could execute
 * until" a time that is past (or that a payload was built, and this machine has signed none), while it can be filled for up
 * to 15 minutes more. Who compares balances, as is asked for, and swaps again sells twice.
 *
 * Severity: high, with a dishonest service (a false "cannot execute any more"; what was signed is in no record by its quote).
 * Cause: src/store/service/quote-store.ts `termsOf` (no `gasless`), used by `checkStoredTerms`; src/remote/remote-service.ts
 * `fetchQuote`, which takes the id for its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { quoteStatusLines } from '#cli/screens/quote/quote-status'
import { formatTime } from '#domain/api/plain'
import { isFailure } from '#domain/errors'
import { evm, seconds, wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  service = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: service.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.close()
  await api.close()
})

const from = devAccounts[3]?.address ?? evm('0x')
const dialogue = { ...autoConfirm(), confirmOrder: async () => undefined }
const sale = createQuoteRequest(evm(usdc), evm(weth), 100_000_000n, { from, to: from })
const screen = { width: 200, paint: plainPaint }
const telling = { secrets: [], sends: true, causes: false }

/** Gives every quote the body of the first one; `deadlineOf` chooses what its order says. */
function repeatFirst(deadlineOf: (turn: number) => number) {
  // biome-ignore lint/suspicious/noExplicitAny: a body of the API
  let first: any
  let turn = 0
  service.answer((body, path) => {
    if (path === '/user-manager/execute-swap') return {} // it has the order now, and says nothing of it
    if (path !== '/aggregator/quote') return body
    first ??= body
    turn += 1
    return { ...first, message: { ...first.message, deadline: String(deadlineOf(turn)) } }
  })
}

const swap = async (quote: Parameters<typeof createSwapRequest>[0]) =>
  (await client.parts.trader())
    .swapGasless(createSwapRequest(quote, { account: 'dev3' }), dialogue)
    .catch((error: unknown) => error)

test('the deadline that is told of an order is the one that was signed', async () => {
  const now = systemClock.now()
  const signedUntil = seconds(now + 800)
  repeatFirst((turn) => (turn === 1 ? now - 60 : signedUntil))
  const { id } = await (await client.parts.service()).quote({ ...sale, gasless: true }) // seen, and not swapped
  const first = await swap({ request: { ...sale, gasless: true } })
  if (!isFailure(first, 'PENDING')) return // refusing the quote would be right, too: nothing was signed
  expect(first.details.id).toBe(id)
  expect(first.message).toContain(formatTime(signedUntil))

  const again = await swap({ id })
  const shown = failureLines(again as never, screen, telling).join('\n')
  const stored = await (await client.parts.service()).getQuote(id)
  const status = quoteStatusLines(stored, systemClock.now(), screen).join('\n')
  expect.soft(shown).toContain(`can execute until ${formatTime(signedUntil)}`)
  expect.soft(status).toContain(`can execute until ${formatTime(signedUntil)}`)
}, 120_000)

test('an order by the id of a quote without one is told as an order', async () => {
  const until = seconds(systemClock.now() + 800)
  // biome-ignore lint/suspicious/noExplicitAny: a body of the API
  let plain: any
  service.answer((body, path) => {
    if (path === '/aggregator/quote') plain = body
    return body
  })
  const { id } = await (await client.parts.service()).quote(sale)
  service.answer((body, path) => {
    if (path === '/user-manager/execute-swap') return {}
    if (path !== '/aggregator/quote') return body
    const { createdAt, expiresAt, amountOut } = plain
    return { ...body, id, createdAt, expiresAt, amountOut, message: { ...body.message, deadline: String(until) } }
  })
  const first = await swap({ request: { ...sale, gasless: true } })
  if (!isFailure(first, 'PENDING')) return // refused: right
  expect(first.details.id).toBe(id)

  const again = await swap({ id })
  const shown = failureLines(again as never, screen, telling).join('\n')
  const stored = await (await client.parts.service()).getQuote(id)
  const status = quoteStatusLines(stored, systemClock.now(), screen).join('\n')
  expect.soft(shown).not.toContain('has signed none')
  expect.soft(shown).toContain(`can execute until ${formatTime(until)}`)
  expect.soft(status).toContain(`can execute until ${formatTime(until)}`)
}, 120_000)
