/**
 * WRONG: `swap <quote> --id b` asks its question; meanwhile `swap <quote>` of another command uses the quote up. Once it is
 * agreed to, b still sends an approval for the quote that cannot be swapped any more, waits for it, and only then finds
 * QUOTE_CONSUMED. What the trader throws then says `sent: false` beside the hash of the approval that it did send.
 * LOSES: gas, and an allowance that nobody uses is left to the router. Severity: medium (money for nothing; of the
 * failure, `sent` contradicts `approvals`; the command line corrects it from the journal, other callers do not).
 * CAUSE: src/app/trade/swap.ts, `planAndSign`: `refreshQuote` looks at quotes of a request only, a stored one is never looked at
 * again before `carryOutApproval` (src/app/trade/approve-quote.ts has `whileUsable` for the same); and
 * src/app/trade/quote-use.ts, `nameUse`: `withContext({ sent: false })` overrides what `toQuoteFailure` told of approvals.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

const { USDC } = sandboxGround.tokens
const countSent = () => createRpc(app.url)<string>('eth_getTransactionCount', trader0, 'latest').then(Number)

test('no approval is sent for a quote that another command used up before it was agreed to', async () => {
  const trader = await app.components.trader()
  const bought = createQuoteRequest(nativeToken, USDC.address, 10n ** 18n)
  await trader.swap(createSwapRequest({ request: bought }, { key: 'buy' }), autoConfirm())
  const sale = createQuoteRequest(USDC.address, nativeToken, 50_000_000n)
  const { id } = await (await app.components.service()).quote(sale)
  let after = 0
  const asking = {
    ...autoConfirm(),
    confirmSwap: async () => {
      await trader.swap(createSwapRequest({ id }), autoConfirm()) // another command's, of the same quote
      after = await countSent()
    },
  }
  const failure: unknown = await trader.swap(createSwapRequest({ id }, { key: 'b' }), asking).catch((error) => error)
  expect(failure).toBeInstanceOf(SwapError)
  const { code, context } = failure as SwapError
  expect(code).toBe('QUOTE_CONSUMED')
  expect
    .soft({ sent: context.sent, approvals: context.approvals?.length ?? 0 })
    .not.toEqual({ sent: false, approvals: 1 })
  expect(await countSent()).toBe(after)
}, 120_000)
