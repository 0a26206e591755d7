/** Chains have become faster by more than half: what was paid a while ago must still be found. */
import { expect, test } from 'vitest'
import { createCrossingReader } from '#app/crossing/chain-reader'
import type { Chain } from '#domain/chain/port'
import type { LogSearch } from '#domain/pools/creations'
import { evm, hex, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const topic = hex(`0x${'ab'.repeat(32)}`)
const pool = evm(`0x${'22'.repeat(20)}`)
const transaction = hex(`0x${'cd'.repeat(32)}`)

/** A chain that is as many times as fast as its entry says; it paid 30 seconds after the deposit. */
function search(times: number, hours: number) {
  const network = getNetworkEntry('scroll')
  const [deposit, now] = [1_800_000_000, 1_800_000_000 + hours * 3_600]
  const perSecond = (1_000 / network.blockTimeMs) * times
  const head = 20_000_000
  const paidIn = head - Math.floor((now - deposit - 30) * perSecond)
  const chain = {
    network,
    head: async () => ({ number: head, time: now }),
    logs: async ({ first, last }: LogSearch) => ({
      logs: paidIn >= first && paidIn <= last ? [{ block: paidIn, topics: [topic], data: hex('0x'), transaction }] : [],
      checkpoint: { block: last, hash: topic },
    }),
  } as unknown as Chain
  return createCrossingReader(chain).logs(pool, [topic], seconds(deposit))
}

test.each([
  [1, 24],
  [2, 24],
  [3, 1],
  [3, 24],
])('a payment on a chain %i times as fast as its entry says is found after %i hours', async (times, hours) => {
  expect((await search(times, hours)).map((log) => log.transaction)).toEqual([transaction])
})
