/** `status --retry` of a crossing that is in no journal tells of its call that waits, without a network too. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evm, gas, hex, networkName, seconds, wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('status --retry once more, while its call waits and no endpoint answers', async () => {
  const user = fixture.createHostedUser()
  await user.run(['history']) // creates the store
  const source = `0x${'ab'.repeat(32)}`
  const [from, chainId, at] = [findDevAddress('dev1'), 31_337, seconds(Math.floor(Date.now() / 1_000))]
  const database = openOnce({ path: join(user.state, 'swapline.db') })
  const journal = createJournal({ database, finalDepth: () => 3 })
  const key = `retry:0x12345678:${chainId}:${source}:${from}:1`
  const draft = {
    id: crypto.randomUUID(),
    key,
    kind: 'claim',
    network: networkName('sandbox'),
    chainId,
    from,
    at,
  } as const
  const { id } = await journal.open(draft)
  const hash = hex(`0x${'cd'.repeat(32)}`)
  const payload = {
    ...{
      from,
      to: evm(`0x${'11'.repeat(20)}`),
      data: hex('0x12345678'),
      value: wei(0n),
      chainId,
      gasLimit: gas(21_000n),
    },
    fees: { type: 2, maxFeePerGas: wei(10n ** 9n), maxPriorityFeePerGas: wei(1n) },
  } as const
  const budget = { maxPrice: wei(10n ** 10n), maxCost: wei(10n ** 17n), of: 'call' } as never
  await journal.recordSigned(id, { step: 'claim', payload, nonce: 0, hash, raw: hex('0x02'), budget }, at)
  await journal.addObservations(id, 'claim', [
    { kind: 'broadcast', at, endpoint: '127.0.0.1', hash, outcome: 'accepted' },
  ])
  ;(await database()).close()

  const words = ['status', source, '--retry', '-a', 'dev1', '-y', '-o', 'json']
  const again = errorOf(await user.run(words, { rpc: 'http://127.0.0.1:1' }))
  expect(again).toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
  expect(again).toMatchObject({ sent: true })
})
