/**
 * Wrong: «the same quote and signature again give the same record», so that a lost answer can be asked for again. A service that was
 * started again without a relayer (or a replica over the same store that has none) answers the same bytes with 3003
 * QUOTE_CONSUMED, which the documents keep for another signature, though the order is accepted and its transaction sent.
 * Loss: a client whose answer was lost is told that its order was not the one that was taken, and asks for a new quote to sell again.
 * Cause: src/app/service.ts:13 (without a relayer no accepted order is looked up); likewise src/app/crossing/crossing-service.ts:35.
 */
import { afterEach, expect, test } from 'vitest'
import { type Lane, openLane, usd } from '../relay/lane.ts'
import { usdc } from './fixture.ts'
import { signQuote } from './gasless-client.ts'

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

test('the same order again gives the same record, also by a replica without a relayer', async () => {
  lane = await openLane()
  const { client, api } = lane
  const user = await client.createUser(usdc, usd(500))
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  const signed = await signQuote(user, quote)
  const { body: accepted } = await client.submit(signed)
  const replica = await api.startAnother({ relayer: undefined } as never)
  const form = { networkName: 'sandbox', ...signed }
  const again = await replica.post('/user-manager/execute-swap', form)
  expect([again.status, again.body.code, again.body.id]).toEqual([200, undefined, accepted.id])
}, 120_000)
