/** A lost answer is asked for again, also of a replica that submits no orders. */
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
