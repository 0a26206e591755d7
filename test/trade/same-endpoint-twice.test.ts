/** Two answers of one endpoint are no second opinion: an endpoint that is configured twice counts once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSupportedHeight } from '#app/trade/supported-height'
import { createChain } from '#chain/create-chain'
import { seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { devAccounts } from '#sandbox/dev-accounts'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
}, 300_000)
afterAll(() => both.close())

async function readHeight(urls: readonly string[]): Promise<number> {
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network: getNetworkEntry('sandbox'), urls })
  const [account] = devAccounts
  if (account === undefined) throw new Error('no account')
  return readSupportedHeight(chain, account.address, seconds(Math.floor(Date.now() / 1_000)))
}

test('an endpoint that is given twice does not outvote another one', async () => {
  const { liar, honest } = both
  const real = await readHeight([honest.url])
  liar.rules([
    {
      method: 'eth_getBlockByNumber',
      fault: {
        kind: 'forge',
        answer: (told) => ({ ...told, result: { ...(told.result as object), number: '0xffffff' } }),
      },
    },
  ])
  expect(await readHeight([liar.url, honest.url])).toBe(real)
  expect(await readHeight([liar.url, `${liar.url}/`, honest.url])).toBe(real)
}, 120_000)
