/** `approve <quote>` lets the router take no more of a service's exact-output quote than the user said. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount, evm, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest } from '../trade/fixture.ts'
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

const limits = { confirmations: 1, timeoutSeconds: 20, wait: true } as const
const terms = { account: 'dev0', max: false, permit: false, reset: 'auto', ...limits } as const

test('an approval for an exact-output quote of a service is not what the service claims', async () => {
  const { sellAmount: _, ...request } = createQuoteRequest(evm(usdc), nativeToken, 1n)
  service.answer((body, path) =>
    path === '/aggregator/quote' ? { ...body, sellAmount: String(BigInt(body.sellAmount) * 40n) } : body,
  )
  const quote = await (await client.parts.service()).quote({ ...request, buyAmount: amount(10n ** 16n) }) // about 25 USDC
  const quoteId = quote.id
  const trader = await client.parts.trader()
  const approve = (maximumIn?: bigint) => {
    const of = { quoteId, ...(maximumIn === undefined ? {} : { maximumIn: amount(maximumIn) }) }
    return trader.approve({ ...terms, of }, autoConfirm())
  }
  await expect(approve()).rejects.toMatchObject({
    code: 'SERVICE_CANNOT',
    fix: ['repeat with --max-in <amount>, the most that may be sold for it'],
  })
  await expect(approve(30_000_000n)).rejects.toMatchObject({ code: 'ABOVE_MAX_IN' })

  const from = devAccounts.find(({ name }) => name === 'dev0')?.address ?? nativeToken
  const build = (maximumIn?: bigint) => {
    const limit = maximumIn === undefined ? {} : { maximumIn: amount(maximumIn) }
    return trader.buildApproval({ quoteId, ...limit, from, nonce: undefined, timeoutSeconds: 30 }, autoConfirm())
  }
  await expect(build()).rejects.toMatchObject({ code: 'SERVICE_CANNOT' })
  await expect(build(30_000_000n)).rejects.toMatchObject({ code: 'ABOVE_MAX_IN' })
  expect(await allowanceOf('dev0')).toBe(0n)

  // the user's own word, whatever it is
  await approve(2_000_000_000n)
  expect(await allowanceOf('dev0')).toBe(quote.request.sellAmount)
}, 240_000)
