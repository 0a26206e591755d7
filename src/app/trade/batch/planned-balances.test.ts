import { expect, test } from 'vitest'
import { openPlannedBalances } from '#app/trade/batch/planned-balances'
import type { Chain } from '#domain/chain/port'
import type { Token } from '#domain/token'
import { evm, hex, networkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry(networkName('base'))
const owner = evm(`0x${'a1'.repeat(20)}`)

test('what an earlier row buys is there to be sold, whether or not its balance was read before', async () => {
  const [listed] = network.tokens
  if (listed === undefined) throw new Error('no token')
  const bought: Token = { ...listed, network: network.name, listed: true }
  const held = hex(`0x${100n.toString(16).padStart(64, '0')}`)
  const chain = {
    network,
    eachReadsWithBlock: async () => [{ answers: [held] }],
  } as unknown as Chain
  const balances = await openPlannedBalances({ clock: undefined as never }, chain, owner)
  balances.add(bought, 40n)
  balances.add(bought, 2n)
  expect(await balances.read(bought)).toBe(142n)
  balances.add(bought, -142n)
  expect(await balances.read(bought)).toBe(0n)
})
