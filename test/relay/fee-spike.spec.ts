/** After a spike of the fees; `npm run test:relay` runs it, as it mostly waits. */
import type { Wallet } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import type { RelayOverrides } from '#compose-relay'
import { usdc } from '../http/fixture.ts'
import { type Lane, openLane, relayer, usd } from './lane.ts'

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

/** Fees go up tenfold for 20 blocks of 36 seconds, and nodes drop what cannot pay them; then fees are as before. */
async function sufferSpike(limits: NonNullable<RelayOverrides['limits']>) {
  lane = await openLane({ limits })
  const { client, mine, order, status } = lane
  const { provider } = client
  const users: Wallet[] = []
  for (let i = 0; i < 4; i++) users.push(await client.createUser(usdc, usd(1_000)))
  await provider.send('evm_setAutomine', [false])
  await mine(12, 1)
  const ids: string[] = []
  for (const user of users) ids.push(await order(user, 400))
  await provider.send('anvil_dropAllTransactions', [])
  for (let block = 0; block < 20; block++) {
    await mine(36, 10)
    const waiting = Object.values((await provider.send('txpool_content', [])).pending?.[relayer] ?? {})
    // A full node keeps what pays the base fee.
    for (const one of waiting as { hash: string; maxFeePerGas: string }[])
      if (BigInt(one.maxFeePerGas) < 10n ** 10n) await provider.send('anvil_dropTransaction', [one.hash])
  }
  for (let block = 0; block < 8; block++) await mine(12, 1)
  const ends = await Promise.all(ids.map(status))
  const { api } = lane
  const errors = ids.map(async (swapId) => (await api.get('/user-manager/swap', { swapId })).body.error?.message)
  return { lane, ends, users, errors: await Promise.all(errors) }
}

test('after a spike of the fees every order is mined or has expired, and the lane goes on', async () => {
  const { lane: after, ends, users, errors } = await sufferSpike({ replaceAfterSeconds: 24 })
  expect(
    ends.filter((end) => end !== 'expired expired' && end !== 'success confirmed'),
    String(errors),
  ).toEqual([])
  const { client, order, mine, status } = after
  const nonce = await client.provider.getTransactionCount(relayer)
  expect(nonce).toBe(4)
  const next = await order(users[0] as Wallet, 300)
  await mine(12, 1)
  await mine(12, 1)
  expect(await status(next)).toBe('success confirmed')
}, 120_000)

test('control: with a ceiling and without cancellations the lane is stuck after such a spike', async () => {
  const { lane: after, ends, users } = await sufferSpike({ cancels: false })
  expect(ends.filter((end) => end.startsWith('pending'))).toHaveLength(4)
  const { client, order, mine, status } = after
  const next = await order(users[0] as Wallet, 300)
  for (let block = 0; block < 4; block++) await mine(12, 1)
  expect(await status(next)).not.toBe('success confirmed')
  expect(await client.provider.getTransactionCount(relayer)).toBe(0)
}, 120_000)
