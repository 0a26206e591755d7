import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { fail, SwapError } from '#domain/errors'
import type { JournalOrder } from '#domain/journal/journal'
import type { QuoteUse } from '#domain/journal/quote-uses'
import type { Intent } from '#domain/journal/swap'
import { seconds } from '#domain/units'
import { nameEarlier } from './name-earlier.ts'

const refusal = fail('ACCOUNT_NOT_FOUND', { name: 'nobody', places: [] })

/** What a refused command ends with if the journal has `found`. */
async function conclude(found: QuoteUse | SwapError | undefined, cause: SwapError = refusal): Promise<SwapError> {
  let decide = async (error: SwapError): Promise<SwapError> => error
  const interruption = { setConclusion: (conclusion: typeof decide) => (decide = conclusion) }
  const clock = { now: () => seconds(1_800_000_000) }
  nameEarlier({ interruption, clock } as unknown as Context, async () => {
    if (found instanceof SwapError) throw found
    return found
  })
  return decide(cause)
}

const hash = `0x${'11'.repeat(32)}`
const sent = { stage: 'submitted', sent: 'yes', isFinal: false }
const createIntent = (step: string) =>
  ({ id: 'i', kind: 'swap', key: 'k', transactions: [{ step, hash, conclusion: sent }] }) as unknown as Intent

test('a refusal stays what it is, with the swap that was signed', async () => {
  expect(await conclude(createIntent('swap'))).toMatchObject({
    code: 'ACCOUNT_NOT_FOUND',
    context: { sent: true, swapId: 'i', txHash: hash },
  })
  expect((await conclude(undefined)).context).toEqual({})
})

test('what a word of several quotes, or of no network, has signed is left open', async () => {
  for (const found of [fail('QUOTE_AMBIGUOUS', { id: '7b3e91c4', count: 2 }), fail('NETWORK_NOT_VALID', { name: 'x' })])
    expect((await conclude(found)).context).toEqual({ sent: 'unasked' })
  expect((await conclude(refusal)).context).toEqual({ sent: 'unasked' })
  expect((await conclude(fail('QUOTE_NOT_FOUND', { id: 'last' }))).context).toEqual({})
})

test('or with the approval, if that was all', async () => {
  const { code, context } = await conclude(createIntent('approve'))
  expect(code).toBe('ACCOUNT_NOT_FOUND')
  expect(context).toEqual({
    ...{ sent: true, swapId: 'i', approvals: [hash] },
    why: 'The approval was sent; the swap was not.',
  })
})

test('or with the order, which may be with a service', async () => {
  const order = { digest: '0x0d', quoteId: '7b3e91c4', deadline: seconds(1_800_000_300) } as unknown as JournalOrder
  const { code, context } = await conclude(order)
  expect(code).toBe('ACCOUNT_NOT_FOUND')
  expect(context).toEqual({
    sent: 'maybe',
    why: 'An order was signed by this quote before; it can execute until 2027-01-15T08:05:00.000Z: do not swap again before.',
  })
  expect(await conclude(order, fail('INTERRUPTED', {}))).toMatchObject({ code: 'PENDING', context: { sent: true } })
})
