/** Two endpoints, one of which shows our router's code where there is none: nothing is paid to an empty address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { nativeToken, ppm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
let { app, liar, honest } = {} as TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
  ;({ app, liar, honest } = both)
})
afterAll(() => both.close())

const router = getRouter({ router: 'cancun' }).address
const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)

/** As a node of another state would answer: with the code at the router's address. */
const withCode = (code: string): readonly Rule[] => [
  {
    method: 'eth_getCode',
    when: ({ params }) => String(params[0]).toLowerCase() === router,
    fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: code }) },
  },
  ...['eth_call', 'eth_estimateGas'].map(
    (method): Rule => ({
      method,
      fault: {
        kind: 'rewrite',
        params: ({ params: [call, block = 'latest', more = {}] }) => [
          call,
          block,
          { ...(more as object), [router]: { code } },
        ],
      },
    }),
  ),
]

test('native currency is not sold to an address that has code by the word of one endpoint alone', async () => {
  const code = await rpc<string>('eth_getCode', router, 'latest')
  await rpc('anvil_setCode', router, '0x')
  liar.rules(withCode(code))
  const urls = [liar.url, honest.url]
  const parts = composeWith({})(createComposeInput(app.state, app.url, new Map([['rpcUrl', urls]])))
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 18n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const held = async () => BigInt(await rpc<string>('eth_getBalance', router, 'latest'))
  const before = await held()
  const swapped = await (await parts.trader())
    .swap(createSwapRequest({ request }, { key: 'empty', guards }), autoConfirm())
    .catch((error) => error)
  await parts.close()
  expect({
    lost: (await held()) - before,
    sent: Number(await rpc('eth_getTransactionCount', trader0, 'latest')),
  }).toEqual({
    lost: 0n,
    sent: 0,
  })
  expect(swapped).toMatchObject({
    code: 'ROUTER_NOT_TRUSTED',
    message: expect.stringContaining('another one shows none'),
  })
})
