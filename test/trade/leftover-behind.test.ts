/** What a swap left behind is not nothing because the endpoint that is asked last has not reached its approval. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { fail, SwapError } from '#domain/errors'
import type { Dialogue, Progress } from '#domain/trade/dialogue'
import type { Address } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
}, 120_000)
afterEach(() => both.liar.rules([]))
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(both.app.url)<T>(method, ...params)
const { USDC, DAI } = sandboxGround.tokens
const usd = 10n ** 6n
const router = getRouter({ router: 'cancun' }).address
const partsOver = (...urls: readonly string[]) =>
  composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(both.app.state, both.app.url, new Map([['rpcUrl', [...urls]]])),
  )
const addressOf = (account: string): Address => {
  const found = devAccounts.find(({ name }) => name === account)
  if (found === undefined) throw new Error(`no ${account}`)
  return found.address
}
async function allowanceOf(account: string): Promise<bigint> {
  const { to, data } = readAllowance(USDC.address, addressOf(account), router)
  return BigInt(await rpc<string>('eth_call', { to, data }, 'latest'))
}

/** What it was as of one of its older blocks is all that the node knows. */
const stopAt = (block: number): Rule => ({
  when: ({ params }) => params.includes('latest'),
  fault: {
    kind: 'rewrite',
    params: ({ params }) => params.map((one) => (one === 'latest' ? `0x${block.toString(16)}` : one)),
  },
})
const blockOf = (progress: Progress): number =>
  progress.what === 'mined' ? (progress.intent.transactions.at(-1)?.mined?.block ?? 0) : 0

test('a declined swap names the approval that it left, though the endpoint asked last has not reached its block', async () => {
  const parts = partsOver(both.liar.url, both.honest.url)
  const owner = addressOf('dev3')
  const request = createQuoteRequest(USDC.address, DAI.address, 100n * usd, { from: owner, to: owner })
  let [approvedIn, asked] = [0, 0]
  const dialogue: Dialogue = {
    ...autoConfirm(),
    tell: (progress) => {
      approvedIn ||= blockOf(progress)
    },
    confirmSwap: async () => {
      if (++asked < 2) return
      both.liar.rules([stopAt(approvedIn - 1)])
      throw fail('DECLINED', {})
    },
  }
  const wanted = createSwapRequest({ request }, { account: 'dev3', key: 'left', requote: 'ask', timeoutSeconds: 30 })
  const ended = await (await parts.trader()).swap(wanted, dialogue).catch((error: unknown) => error)
  both.liar.rules([])
  expect(approvedIn).toBeGreaterThan(0)
  expect(await allowanceOf('dev3')).toBe(100n * usd)
  expect(ended).toBeInstanceOf(SwapError)
  expect(ended).toMatchObject({ code: 'DECLINED', context: { leftover: { allowance: 100n * usd } } })
  await parts.close()
}, 60_000)
