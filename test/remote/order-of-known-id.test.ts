/**
 * What is told of an order is found by its quote's id. So a service cannot give the id of an earlier quote of this machine to
 * a later one with other terms of its order: it would be told by the earlier one's deadline, and sold once more.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evm, wei } from '#domain/units'
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

const gaslessSale = { ...sale, gasless: true as const }

/** A body of the API. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are changed in ways their types forbid
type Body = any

/** Answers every quote after the first by `repeat` of the first; returns the paths that were asked for. */
function repeatFirst(repeat: (first: Body, now: Body) => Body): readonly string[] {
  const asked: string[] = []
  let first: Body
  service.answer((body, path) => {
    asked.push(path)
    if (path !== '/aggregator/quote') return body
    if (first !== undefined) return repeat(first, body)
    first = body
    return body
  })
  return asked
}

const swap = async () =>
  (await client.parts.trader()).swapGasless(createSwapRequest({ request: gaslessSale }, { account: 'dev3' }), dialogue)

test.each<[string, (message: Body) => Body]>([
  ['another deadline', (message) => ({ ...message, deadline: String(systemClock.now() + 800) })],
  ['another nonce', (message) => ({ ...message, nonce: String(BigInt(message.nonce) + 1n) })],
  ['another fee', (message) => ({ ...message, swapFee: String(BigInt(message.swapFee) - 1n) })],
])(
  'an order of %s by the id of an earlier one is not signed',
  async (_, change) => {
    const asked = repeatFirst((first) => ({ ...first, message: change(first.message) }))
    const quoting = await client.parts.service()
    const earlier = await quoting.quote(gaslessSale)
    await expect(swap()).rejects.toMatchObject({
      code: 'SERVICE_ANSWER_NOT_VALID',
      message: expect.stringContaining(`its id is that of an earlier quote of other terms: ${earlier.id}`),
    })
    expect(asked).not.toContain('/user-manager/execute-swap')
    expect((await quoting.getQuote(earlier.id)).quote.gasless).toEqual(earlier.gasless)
  },
  120_000,
)

test('an order by the id of a quote without one is not signed', async () => {
  const asked = repeatFirst(({ id, createdAt, expiresAt, amountOut }, body) => ({
    ...{ ...body, id, createdAt, expiresAt, amountOut },
  }))
  const quoting = await client.parts.service()
  const { id } = await quoting.quote(sale)
  await expect(swap()).rejects.toMatchObject({ code: 'SERVICE_ANSWER_NOT_VALID' })
  expect(asked).not.toContain('/user-manager/execute-swap')
  expect((await quoting.getQuote(id)).consumedAt).toBeUndefined()
}, 120_000)
