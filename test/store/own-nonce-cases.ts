/** What every store must do with the nonces of a relayer that no order has, as its account signed for them itself. */
import { expect, test } from 'vitest'
import { wei } from '#domain/units'
import { acceptSample, lane } from './relay-cases.ts'
import { openStoreAt, type StoreHarness } from './service-store-cases.ts'

export function testOwnNonces(ground: StoreHarness): void {
  test('a nonce that the account signed for itself is given to no order, whatever the chain says', async () => {
    const { relays, ...store } = await openStoreAt(ground, await ground.place())
    expect(await relays.passOwn(lane, 5)).toBe(false)
    await relays.openLane(lane, 3)
    expect(await relays.laneStatus(lane)).toMatchObject({ nextNonce: 3, ownEnd: 0 })
    expect(await relays.passOwn(lane, 5)).toBe(true)
    expect(await relays.laneStatus(lane)).toMatchObject({ nextNonce: 5, ownEnd: 5 })
    expect(await relays.openLane(lane, 3)).toMatchObject({ nextNonce: 5, ownEnd: 5 })
    await relays.passOwn(lane, 4)
    expect(await relays.laneStatus(lane)).toMatchObject({ nextNonce: 5, ownEnd: 5 })
    const { id } = await acceptSample({ ...store, relays })
    expect((await relays.find(id))?.nonce).toBe(5)
    expect(await relays.openLane(lane, 3)).toMatchObject({ nextNonce: 6, ownEnd: 5 })
  })

  test('one that was far too high is given up by an idle lane that drains, and by no other', async () => {
    const { relays, ...store } = await openStoreAt(ground, await ground.place())
    await relays.openLane(lane, 3)
    const { id } = await acceptSample({ ...store, relays })
    await relays.passOwn(lane, 1_001)
    expect(await relays.releaseOwn(lane, 4)).toBe(false)
    await relays.setDraining(lane, true)
    expect(await relays.releaseOwn(lane, 4)).toBe(false) // its order is open
    await relays.finish(id, { outcome: 'expired', spent: wei(0n) }, undefined)
    expect(await relays.openLane(lane, 4)).toMatchObject({ nextNonce: 1_001, ownEnd: 1_001 })
    expect(await relays.releaseOwn(lane, 2)).toBe(true)
    expect(await relays.laneStatus(lane)).toMatchObject({ nextNonce: 4, ownEnd: 2 }) // after its order
    expect(await relays.releaseOwn(lane, 2)).toBe(false)
  })
}
