/** Who waits as long as a command waits by default sees the end of a gasless swap that a relayer mined at once. */
import { expect, test } from 'vitest'
import { verifyUntilFinal } from '#app/trade/verify-order'
import { parseDuration } from '#cli/parse/plain'
import { settingTable } from '#cli/settings/table'
import { getNetworkEntry } from '#networks/find'

test.each(['ethereum', 'polygon', 'taiko', 'base', 'arbitrum'])('on %s', async (name) => {
  const { blockTimeMs, confirmations } = getNetworkEntry(name)
  let elapsed = 0
  const clock = {
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms
    },
  }
  const seen = await verifyUntilFinal(clock, 1_000 * parseDuration(String(settingTable.timeout.fallback)), async () => {
    const depth = 1 + Math.floor(elapsed / blockTimeMs)
    return { isFilled: true, canExecute: depth < confirmations, received: undefined }
  })
  expect(seen).toMatchObject({ canExecute: false })
})
