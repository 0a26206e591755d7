/**
 * One endpoint that is configured twice counts as two. «What is final is not one endpoint's to claim» holds by counting two
 * answers; a list of endpoints that has one URL twice (a flag, SWAPLINE_RPC_URL, the config file; with and without a slash at its
 * end) asks it twice, gives it two names, and lets it outvote an honest one: its head decides which height is final.
 * What a user loses: the second opinion, without a word. An endpoint that lies is then enough for «replaced, final» or «void»,
 * after which the swap is taken as not sent and the limit of a day is free again.
 * Severity: low to medium (it takes such a config; nothing warns of it, `doctor` neither).
 * To blame: src/chain/rpc/endpoints.ts:56 (`createEndpoints` keeps equal URLs), src/app/trade/supported-height.ts:40 (counts by
 * index). Mend: drop URLs that are equal once they are parsed.
 */
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
