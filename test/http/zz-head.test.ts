/** A request without a body in its answer takes nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpFixture, startHttpFixture } from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
}, 120_000)
afterAll(() => api.close())

// "The quote is consumed only when a payload is returned": HEAD runs the whole of GET, uses the quote up and returns no
// payload. Whatever looks at a link before it is opened (a preview, a proxy) costs the user the quote.
test('HEAD of a payload does not use the quote up', async () => {
  const { id } = (await api.quote()).body
  const reply = await fetch(`${api.server.url}/aggregator/transaction?quoteId=${id}`, { method: 'HEAD' })
  expect(await reply.text()).toBe('')
  const { status, body } = await api.get('/aggregator/transaction', { quoteId: id })
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
}, 120_000)
