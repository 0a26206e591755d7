import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import type { SwapRecord } from '#domain/service/swap-record'
import { noBytes, seconds } from '#domain/units'
import { getSwapIfAnswered, submitOrder } from './submit-order.ts'

const submission = { quoteId: 'q', signature: noBytes, permitSignature: noBytes, permitDeadline: seconds(0) }
const unreachable = fail('SERVICE_UNREACHABLE', { service: 's', reason: 'r' })
const unusable = fail('SERVICE_ANSWER_NOT_VALID', { service: 's', reason: 'r' })

test.each([unreachable, unusable])('a signed order whose answer is lost is not to be tried again', async (error) => {
  const execute = () => Promise.reject(error)
  const failure = await submitOrder({ execute }, submission, seconds(60)).catch((one: unknown) => one)
  expect(failure).toMatchObject({ code: 'PENDING', message: expect.stringContaining('1970-01-01') })
})

test('an order that the service says it refused may still execute, and says what the service said', async () => {
  const refused = fail('QUOTE_CONSUMED', { id: 'q' })
  const failure = await submitOrder({ execute: () => Promise.reject(refused) }, submission, seconds(60)).catch(
    (one: unknown) => one,
  )
  expect(failure).toMatchObject({
    code: 'PENDING',
    exit: 13,
    message: expect.stringMatching(/refused it.*can execute until 1970-01-01/),
    context: { why: refused.message },
  })
})

test('what failed before the order left this machine is told as it is', async () => {
  const local = fail('STORE_BUSY', { what: 'the store' }, { sent: false })
  await expect(submitOrder({ execute: () => Promise.reject(local) }, submission, seconds(60))).rejects.toBe(local)
})

test('an order is followed on while the service does not answer', async () => {
  const last = { id: 'a' } as SwapRecord
  expect(await getSwapIfAnswered({ getSwap: () => Promise.reject(unreachable) }, 'a', last)).toBe(last)
})
