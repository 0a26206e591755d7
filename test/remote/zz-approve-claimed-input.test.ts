/**
 * `approve <quote>` gives the allowance that a service claims to be needed. Of a quote for an exact output, the amount to sell
 * is the service's word alone: `swap` demands `--max-in` for it (docs/service.md), `approve`, with the same quote, demands
 * nothing, compares it with no quote of our own, and has no such option. With `-y`, or on a screen that shows one number, an
 * allowance of any size is signed: here forty times what the purchase costs.
 * What a user loses: an allowance for the router that nobody asked for, which stays after the swap; it is what a stolen
 * key, or a later signature for a larger amount, needs. The router is ours, so it takes nothing by itself.
 * Severity: medium.
 * To blame: src/app/trade/allowance/of-quote.ts:13 (`fetchQuoteToApprove` without `requireMaxInput`/`requireFairQuote`), used by
 * src/app/trade/approve-quote.ts:175 and, for `--build-only`, src/app/trade/offline/build.ts:95.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount, evm, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture()
  service = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: service.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.close()
  await api.close()
})

async function allowanceOf(account: string): Promise<bigint> {
  const owner = devAccounts.find(({ name }) => name === account)?.address
  if (owner === undefined) throw new Error(`no ${account}`)
  const { to, data } = readAllowance(evm(usdc), owner, getRouter({ router: 'cancun' }).address)
  return BigInt(await createRpc(api.app.url)<string>('eth_call', { to, data }, 'latest'))
}

test('an approval for an exact-output quote of a service is not what the service claims', async () => {
  const { sellAmount: _, ...terms } = createQuoteRequest(evm(usdc), nativeToken, 1n)
  service.answer((body, path) =>
    path === '/aggregator/quote' ? { ...body, sellAmount: String(BigInt(body.sellAmount) * 40n) } : body,
  )
  const { id } = await (await client.parts.service()).quote({ ...terms, buyAmount: amount(10n ** 16n) }) // about 25 USDC
  const trader = await client.parts.trader()
  const request = createSwapRequest({ id })
  await expect.soft(trader.swap(request, autoConfirm())).rejects.toMatchObject({ code: 'SERVICE_CANNOT' })

  const limits = { confirmations: 1, timeoutSeconds: 20, wait: true } as const
  const asked = {
    account: 'dev0',
    of: { quoteId: id },
    max: false,
    permit: false,
    reset: 'auto',
    ...limits,
  } as const
  await trader.approve(asked, autoConfirm()).catch((error: unknown) => error)
  expect(await allowanceOf('dev0')).toBe(0n)
}, 120_000)
