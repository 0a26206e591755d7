import { expect, test } from 'vitest'
import { nativeOf } from '#app/tokens'
import { readHeld } from '#app/trade/allowance/balances'
import type { Chain } from '#domain/chain/port'
import { evm, networkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry(networkName('base'))
const owner = evm(`0x${'a1'.repeat(20)}`)

/** @param rounds what each endpoint tells, in each round of questions; the last one is repeated */
function startReading(...rounds: readonly (readonly bigint[])[]) {
  let asked = 0
  const eachReadsWithBlock = async () =>
    (rounds[Math.min(asked++, rounds.length - 1)] ?? []).map((held) => ({
      answers: [`0x${held.toString(16).padStart(64, '0')}`],
    }))
  const chain = { network, eachReadsWithBlock } as unknown as Chain
  const clock = { sleep: async () => undefined } as never
  return { held: readHeld({ clock }, chain, owner, nativeOf(network)), asked: () => asked }
}

test('of balances that differ by the interest of a block, the smallest is sold', async () => {
  expect(await startReading([1_000_900n, 1_000_000n, 1_000_500n]).held).toBe(1_000_000n)
})

test('an endpoint that comes to the newest block a moment later is waited for', async () => {
  const reading = startReading([500n, 700n], [500n, 700n], [700n, 700n])
  expect(await reading.held).toBe(700n)
  expect(reading.asked()).toBe(3)
})

test('endpoints that keep on telling different balances are not believed', async () => {
  const reading = startReading([1_000n, 10_000n])
  await expect(reading.held).rejects.toMatchObject({
    code: 'CHECK_FAILED',
    details: { reason: expect.stringContaining('contradict each other about how much ETH') },
  })
  expect(reading.asked()).toBe(4)
})
