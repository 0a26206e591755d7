/** From which block a private swap may go public is not the word of the one endpoint that was asked for the nonce. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { SwapError } from '#domain/errors'
import type { Dialogue } from '#domain/trade/dialogue'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { Rule } from '../chain/faults.ts'
import { type PrivateRelay, startRelay } from '../e2e/private-relay.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
let relay: PrivateRelay
beforeAll(async () => {
  both = await startTwoEndpoints()
  relay = await startRelay((raw) => rpc('eth_sendRawTransaction', raw))
}, 120_000)
afterAll(async () => {
  await relay.close()
  await both.close()
})

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(both.app.url)<T>(method, ...params)

/** A node whose newest block is older than the chain's by this many blocks, or that says so. */
const behindBy = (blocks: number): Rule => ({
  method: 'eth_getBlockByNumber',
  when: ({ params }) => params[0] === 'latest',
  fault: {
    kind: 'forge',
    answer: (real) => {
      const block = real.result as { number: string }
      const number = `0x${(Number(block.number) - blocks).toString(16)}`
      return { jsonrpc: '2.0', id: real.id, result: { ...block, number } }
    },
  },
})

test('one endpoint that names an old head while the swap is signed does not make its bytes public at once', async () => {
  const { app, liar, honest } = both
  await rpc('anvil_mine', '0x3c')
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]]))
  const parts = composeWith({})(surroundings)
  const told: string[] = []
  const dialogue: Dialogue = {
    ...autoConfirm(),
    beforeSigning: async () => liar.rules([behindBy(30)]),
    tell: ({ what }) => {
      told.push(what)
      if (what === 'signed') liar.rules([])
    },
  }
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const privately = { url: relay.url, fallback: 10 } as const
  const more = { key: 'since', guards, privately, timeoutSeconds: 6 }
  const ended = await (await parts.trader()).swap(createSwapRequest({ request }, more), dialogue).then(
    () => undefined,
    (error: unknown) => error,
  )
  await sleep(200)
  expect(relay.given.length).toBeGreaterThan(0)
  // no block has passed since the signature, and ten have to
  expect([...liar.handed, ...honest.handed]).toEqual([])
  expect(ended).toBeInstanceOf(SwapError)
  expect(ended).toMatchObject({ code: 'PENDING' })
  await parts.close()
}, 60_000)
