/** What every store must tell of the open orders of all lanes. */
import { expect, test } from 'vitest'
import { evm, wei } from '#domain/units'
import { acceptSample, lane } from './relay-cases.ts'
import { openStoreAt, type StoreHarness } from './service-store-cases.ts'

export function testOtherLanes(ground: StoreHarness): void {
  test('open orders of all lanes but some are listed, and none that has ended', async () => {
    const { relays, ...store } = await openStoreAt(ground, await ground.place())
    const { id } = await acceptSample({ ...store, relays })
    const other = { ...lane, relayer: evm(`0x${'78'.repeat(20)}`) }
    const idsOf = async (lanes: readonly (typeof lane)[]) =>
      (await relays.listOpenElsewhere(lanes, 9)).map((relay) => relay.id)
    expect([await idsOf([]), await idsOf([other])]).toEqual([[id], [id]])
    expect([await idsOf([lane]), await idsOf([other, lane])]).toEqual([[], []])
    await relays.finish(id, { outcome: 'expired', spent: wei(0n) }, undefined)
    expect(await idsOf([])).toEqual([])
  })
}
