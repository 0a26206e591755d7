/**
 * The file of a swap was sent from elsewhere and is mined. Of two endpoints the first lags behind and shows the nonce free;
 * the deadline has passed. Who is told that nothing was sent swaps again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const sending = { confirmations: 1, timeoutSeconds: 20, wait: true, simulates: true } as const

let both: TwoEndpoints
let { app, liar, honest } = {} as TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
  ;({ app, liar, honest } = both)
})
afterAll(() => both.close())

test('a file that is mined, of which the first endpoint does not know yet', async () => {
  const rpc = createRpc(app.url)
  const cold = await app.components.trader()
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.DAI.address, 10n ** 18n)
  const unsigned = await cold.buildSwap(createSwapRequest({ request }), trader0, autoConfirm())
  const signed = await cold.signUnsigned(unsigned, { maxGas: undefined }, agree)
  await rpc('eth_sendRawTransaction', signed.raw) // another machine's
  await rpc('evm_mine')
  expect(await rpc<object>('eth_getTransactionReceipt', signed.hash)).toMatchObject({ status: '0x1' })
  await rpc('evm_increaseTime', 400)
  await rpc('evm_mine')

  liar.rules([
    {
      method: 'eth_getTransactionCount',
      fault: {
        kind: 'forge',
        answer: ({ id }) => ({ jsonrpc: '2.0', id, result: `0x${unsigned.nonce.toString(16)}` }),
      },
    },
    ...['eth_getTransactionReceipt', 'eth_getTransactionByHash'].map((method) => ({
      method,
      fault: {
        kind: 'forge',
        answer: ({ id }: { id: number }) => ({ jsonrpc: '2.0' as const, id, result: null }),
      } as const,
    })),
  ])
  const hot = composeWith({})(
    createComposeInput(`${app.state}/hot`, app.url, new Map([['rpcUrl', [liar.url, honest.url]]])),
  )
  const trader = await hot.trader()
  const ended = await trader.sendSigned(signed, sending, autoConfirm()).catch((error) => error)
  const told = ended.context?.sent ?? (ended.transactions === undefined ? 'nothing was sent' : true)
  expect.soft(ended.code).not.toBe('PAYLOAD_MISMATCH')
  expect(told).not.toBe('nothing was sent')
  await hot.close()
}, 120_000)
