/** A service that lies once its swap's approval is mined: its payload is refused, and the approval was signed and sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { SwapError } from '#domain/errors'
import { evm, nativeToken } from '#domain/units'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type Change, type LyingService, startLyingService } from './lying-service.ts'
import { rewritten, thief } from './payload-lies.ts'

let api: HttpFixture
let between: LyingService
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture()
  between = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: between.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  await between.close()
  await api.close()
})

const toThief = rewritten(() => ({ recipient: thief }))
const lies: readonly (readonly [string, (body: Parameters<Change>[0]) => unknown])[] = [
  ['SERVICE_PAYLOAD_MISMATCH', toThief],
  ['SERVICE_ANSWER_NOT_VALID', (body) => ({ ...body, value: 'much' })],
]

test.each(lies)('%s after the approval: it is not said that nothing was signed', async (code, lie) => {
  const amount = code === 'SERVICE_PAYLOAD_MISMATCH' ? 1_000_000n : 3_000_000n // more than was approved before
  const request = createQuoteRequest(evm(usdc), nativeToken, amount)
  between.answer((body, path) => (path === '/aggregator/transaction' ? lie(body) : body))
  const trader = await client.parts.trader()
  const failure = await trader.swap(createSwapRequest({ request }), autoConfirm()).then(
    () => undefined,
    (error: unknown) => error,
  )
  between.answer((body) => body)
  if (!(failure instanceof SwapError)) throw new Error('it was not refused')
  expect(failure).toMatchObject({ code, context: { sent: true } })
  expect(failure.context.approvals).toHaveLength(1)
  const telling = { secrets: [], sends: true, causes: false }
  const screen = failureLines(failure, { width: 400, paint: plainPaint } as never, telling).join('\n')
  expect(screen).not.toContain('Nothing was signed')
})
