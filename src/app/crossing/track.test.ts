import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Bridge, BridgeDeposit } from '#domain/crossing/bridge'
import { amount, evm, hex, networkName, noBytes, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { trackCrossing } from './track.ts'

const hash = hex(`0x${'11'.repeat(32)}`)
const [ethereum, base] = ['ethereum', 'base'].map((name) => getNetworkEntry(networkName(name)))
const token = evm(`0x${'22'.repeat(20)}`)
const deposit: BridgeDeposit = {
  ...{ id: 1n, at: seconds(1), asset: token, amount: amount(5n), toChainId: 8453, toAsset: token, paid: amount(5n) },
  ...{ receiver: token, refundTo: undefined, deadline: undefined, message: noBytes },
}

/** A bridge that sees its deposit, or none, in every receipt. */
const bridgeOf = (title: string, found: BridgeDeposit | undefined): Bridge =>
  ({
    ...{ name: title.toLowerCase(), title, findDeposit: () => found, listRoutes: () => [], listRecoveries: () => [] },
    track: async () => ({ state: 'bridging', deposit }),
  }) as unknown as Bridge

const track = (...bridges: readonly Bridge[]) => {
  const chain = async (name: string) =>
    ({
      network: name === 'ethereum' ? ethereum : base,
      receipt: async () => ({ status: 'success', logs: [] }),
      head: async () => ({ number: 1, time: 1 }),
    }) as unknown as Chain
  return trackCrossing({ chain, bridges }, networkName('ethereum'), hash)
}

test('a transaction with deposits of two bridges is unknown, whichever of them is asked first', async () => {
  const [one, other, none] = [bridgeOf('One', deposit), bridgeOf('Other', deposit), bridgeOf('None', undefined)]
  expect(await track(none, one)).toMatchObject({ state: { state: 'bridging' }, target: { bridge: 'one' } })
  for (const bridges of [
    [one, other, none],
    [other, none, one],
  ])
    await expect(track(...bridges)).rejects.toMatchObject({
      ...{ code: 'CHECK_FAILED', details: { reason: expect.stringContaining('deposits of O') } },
    })
})
