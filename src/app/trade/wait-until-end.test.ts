/** The wait for a final block takes dozens of looks: one at an endpoint that lags or fails for a moment must not end it. */
import { expect, test } from 'vitest'
import { verifyUntilEnd } from '#app/trade/verify-order'
import { fail } from '#domain/errors'
import { amount } from '#domain/units'

const young = { isFilled: true, canExecute: true, received: undefined, isFinal: false }
const contradicting = { isFilled: undefined, canExecute: true, received: undefined, isFinal: false }
const final = { isFilled: true, canExecute: false, received: amount(500n), isFinal: true }
const outage = fail('NETWORK_UNAVAILABLE', { network: 'Ethereum', reason: 'HTTP 429' })

function follow(looks: readonly (typeof final | typeof young | typeof contradicting | typeof outage)[]) {
  let elapsed = 0
  const clock = {
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms
    },
  }
  const left = [...looks]
  return verifyUntilEnd(clock, 60_000, async () => {
    const look = left.length > 1 ? left.shift() : looks.at(-1)
    if (look === undefined || look instanceof Error) throw look
    return look
  })
}

test('an endpoint that is a block behind in one look does not end the wait', async () => {
  expect(await follow([young, contradicting, final])).toEqual(final)
  expect(await follow([contradicting, young, final])).toEqual(final)
})

test('nor does a look that no endpoint answers', async () => {
  expect(await follow([young, outage, final])).toEqual(final)
})

test('the first look has to be answered', async () => {
  await expect(follow([outage, final])).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
})
