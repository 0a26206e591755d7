/**
 * What an order brought is read from its own transaction, whatever hash the service names; and where its answer is lost,
 * nothing says that nothing was signed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { quoteStatusLines } from '#cli/screens/quote/quote-status'
import { gaslessLines } from '#cli/screens/trade/gasless'
import { gaslessView } from '#cli/views/trade/gasless'
import { isFailure } from '#domain/errors'
import { transactionOf } from '#domain/journal/swap'
import type { SwapRequest } from '#domain/trade/trader'
import { evm, wei } from '#domain/units'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import { createGaslessClient, type GaslessClient } from '../http/gasless-client.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
let tokens: GaslessClient
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  service = await startLyingService(() => api.server.url)
  tokens = createGaslessClient(api)
  client = createRemoteClient({ rpc: api.app.url, service: service.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  tokens.close()
  await service.close()
  await api.close()
})

const from = devAccounts[3]?.address ?? evm('0x')
const dialogue = { ...autoConfirm(), confirmOrder: async () => undefined }
const sale = (dollars: bigint) => createQuoteRequest(evm(usdc), evm(weth), dollars * 1_000_000n, { from, to: from })

/** Until the relayer has filled the order of a client that had no answer. @param left of its USDC */
const waitForSale = (left: bigint) =>
  expect.poll(() => tokens.call(usdc, 'balanceOf', from), { timeout: 60_000, interval: 100 }).toBe(left)

/** Of the only transaction of the newest block. */
async function newestHash(): Promise<string> {
  const rpc = createRpc(api.app.url)
  const { transactions } = await rpc<{ transactions: readonly string[] }>('eth_getBlockByNumber', 'latest', false)
  return transactions[0] ?? ''
}

/** The hash of a transaction of the account's own that brought it far more. */
async function swapBefore(): Promise<string | undefined> {
  const trader = await client.parts.trader()
  const { intent } = await trader.swap(createSwapRequest({ request: sale(2_000n) }, { account: 'dev3' }), dialogue)
  return intent && transactionOf(intent, 'swap')?.hash
}

test.each<[string, (() => Promise<string | undefined> | string | null) | undefined]>([
  ['the order’s own transaction', undefined],
  ['an older transaction of the account', swapBefore],
  ['a transaction that no chain has', () => `0x${'77'.repeat(32)}`],
  ['none', () => null],
])(
  'the service names %s',
  async (_, choose) => {
    const named = await choose?.()
    service.answer((body, path) =>
      path.startsWith('/user-manager/') && choose !== undefined ? { ...body, transactionHash: named } : body,
    )
    const request = { ...sale(200n), gasless: true as const }
    const trader = await client.parts.trader()
    const before = await tokens.call(weth, 'balanceOf', from)
    const { record, seen } = await trader.swapGasless(createSwapRequest({ request }, { account: 'dev3' }), dialogue)
    if (choose !== undefined) expect(record.transactionHash).toBe(named ?? undefined)
    const received = (await tokens.call(weth, 'balanceOf', from)) - before
    const { hash, ...rest } = seen
    expect(rest).toEqual({ isFilled: true, canExecute: false, received, isFinal: true })
    expect(hash).toBe(await newestHash())
  },
  120_000,
)

test('the hash that is shown with what was received is that of the transaction that brought it', async () => {
  const older = await swapBefore()
  service.answer((body, path) => (path.startsWith('/user-manager/') ? { ...body, transactionHash: older } : body))
  const request = { ...sale(200n), gasless: true as const }
  const trader = await client.parts.trader()
  const outcome = await trader.swapGasless(createSwapRequest({ request }, { account: 'dev3' }), dialogue)
  expect(gaslessView(outcome)).toMatchObject({ filled: true, hash: await newestHash() })
  const shown = gaslessLines(outcome, { width: 80, paint: plainPaint }).join('\n')
  expect(shown).toContain((await newestHash()).slice(0, 18))
  expect(shown).not.toContain(older?.slice(0, 18))
}, 120_000)

test('status of the quote, which the failure says to ask for, does not offer to swap it', async () => {
  service.answer((body, path) => (path === '/user-manager/execute-swap' ? {} : body))
  const request = { ...sale(200n), gasless: true as const }
  const trader = await client.parts.trader()
  const before = await tokens.call(usdc, 'balanceOf', from)
  const failure = await trader
    .swapGasless(createSwapRequest({ request }, { account: 'dev3' }), dialogue)
    .catch((error) => error)
  if (!isFailure(failure, 'PENDING')) throw failure
  await waitForSale(before - 200_000_000n)
  const stored = await (await client.parts.service()).getQuote(failure.details.id)
  const lines = quoteStatusLines(stored, systemClock.now(), { width: 80, paint: plainPaint }).join('\n')
  expect(lines).not.toContain('Nothing was signed')
  expect(lines).not.toContain(`swapline swap ${failure.details.id.slice(0, 8)}`)
})

test('the same command once more, for want of an answer, neither says that nothing was sent nor asks for another quote', async () => {
  service.answer((body, path) => (path === '/user-manager/execute-swap' ? {} : body))
  const request = { ...sale(100n), gasless: true as const }
  const trader = await client.parts.trader()
  const swap = (quote: SwapRequest['quote']) =>
    trader.swapGasless(createSwapRequest(quote, { account: 'dev3' }), dialogue).catch((error) => error)
  const before = await tokens.call(usdc, 'balanceOf', from)
  const first = await swap({ request })
  if (!isFailure(first, 'PENDING')) throw first
  await waitForSale(before - 100_000_000n)
  const again = await swap({ id: first.details.id as never })
  const telling = { secrets: [], sends: true, causes: false }
  const shown = failureLines(again, { width: 200, paint: plainPaint }, telling).join('\n')
  expect(shown).not.toContain('Nothing was sent')
  expect(shown).not.toContain('swapline quote') // whose swap would sell once more
})

test('a quote that another command swapped while this one asked is told as sent, too', async () => {
  service.answer((body) => body)
  const { id } = await (await client.parts.service()).quote({ ...sale(100n), gasless: true })
  const trader = await client.parts.trader()
  const swap = (confirmOrder: () => Promise<void>) =>
    trader.swapGasless(createSwapRequest({ id }, { account: 'dev3' }), { ...dialogue, confirmOrder })
  const other = () => swap(async () => undefined).then(() => undefined)
  await expect(swap(other)).rejects.toMatchObject({ code: 'PENDING', context: { sent: true } })
})

test('an approval for its quote is refused as a swap is', async () => {
  service.answer((body, path) => (path === '/user-manager/execute-swap' ? {} : body))
  const request = { ...sale(100n), gasless: true as const }
  const trader = await client.parts.trader()
  const first = await trader
    .swapGasless(createSwapRequest({ request }, { account: 'dev3' }), dialogue)
    .catch((error) => error)
  if (!isFailure(first, 'PENDING')) throw first
  const how = { max: false, permit: false, reset: 'auto', confirmations: 1, timeoutSeconds: 60, wait: true } as const
  const approving = trader.approve({ account: 'dev3', of: { quoteId: first.details.id }, ...how } as never, dialogue)
  await expect(approving).rejects.toMatchObject({ code: 'PENDING', context: { sent: true } })
})
