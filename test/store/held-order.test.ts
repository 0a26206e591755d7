/** An order whose client, over the same store, consumed its quote for it: why it is refused is told. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { lane, limits, prepareOrder } from './relay-cases.ts'
import { openStoreAt } from './service-store-cases.ts'
import { randomHash } from './swap-samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const callersClock = (now: number) => seconds(now)

test('a lane that takes no more orders is not told as a quote that was used', async () => {
  const store = await openStoreAt({ callersClock }, join(temporaryDirectory(), 'store.db'))
  await store.relays.openLane(lane, 0)
  const { draft, record } = await prepareOrder(store)
  const held = randomHash()
  await store.quotes.consume(draft.quoteId, await store.now(), held)
  await store.relays.setDraining(lane, true)
  const refused = store.relays.accept(draft, record, limits, held)
  await expect(refused).rejects.toMatchObject({ code: 'GASLESS_NOT_AVAILABLE' })
})
