/**
 * One of two endpoints lies once about the account's nonce, by 50. What is signed with it could not be mined before 50 others,
 * and all that follows would be signed behind it: an endpoint that has come as far refutes it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { RpcResponse, Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
let { app, liar, honest } = {} as TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
  ;({ app, liar, honest } = both)
}, 120_000)
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const partsOver = (...urls: readonly string[]) =>
  composeWith({ network: (entry) => ({ ...entry, confirmations: 3 }) })(
    createComposeInput(app.state, app.url, new Map([['rpcUrl', [...urls]]])),
  )
const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
  slippage: ppm(100_000),
})
const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }

test('the nonce is not that of one endpoint, if another one shows another', async () => {
  const real = Number(await rpc<string>('eth_getTransactionCount', trader0, 'latest'))
  const lie: Rule = {
    method: 'eth_getTransactionCount',
    fault: {
      kind: 'forge',
      answer: ({ id, result }: RpcResponse) => ({
        jsonrpc: '2.0',
        id,
        result: `0x${(Number(result) + 50).toString(16)}`,
      }),
    },
  }
  const parts = partsOver(liar.url, honest.url)
  liar.rules([lie])
  const first = await (await parts.trader()).swap(
    createSwapRequest({ request }, { key: 'first', guards, wait: false }),
    autoConfirm(),
  )
  liar.rules([])
  await parts.close()
  expect.soft(first.intent && purposeOf(first.intent)?.nonce).toBe(real)

  const later = partsOver(honest.url) // the user has thrown the liar out
  const wanted = createSwapRequest({ request }, { key: 'second', guards, timeoutSeconds: 8 })
  const second = await (await later.trader()).swap(wanted, autoConfirm()).catch((error) => error)
  expect.soft(second.code).toBeUndefined() // it is mined
  await later.close()
  expect(Number(await rpc<string>('eth_getTransactionCount', trader0, 'latest'))).toBeGreaterThan(real)
}, 90_000)
