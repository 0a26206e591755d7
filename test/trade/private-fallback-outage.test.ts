/** A private swap whose turn to go public meets an endpoint that fails once is followed on, and goes public a little later. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { purposeOf } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { type PrivateRelay, startRelay } from '../e2e/private-relay.ts'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
} from './fixture.ts'

let app: SandboxApp
let node: FaultProxy
let relay: PrivateRelay
beforeAll(async () => {
  app = await startSandboxApp()
  node = await startProxy(app.url)
  relay = await startRelay((raw) => rpc('eth_sendRawTransaction', raw))
}, 120_000)
afterAll(async () => {
  await relay.close()
  await node.close()
  await app.close()
})

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)

test('one failed answer as the fallback begins does not end the wait: the same bytes go public with the next look', async () => {
  const parts = composeWith({})(createComposeInput(app.state, app.url, new Map([['rpcUrl', [node.url]]])))
  let blocks: Promise<unknown> | undefined
  const dialogue: Dialogue = {
    ...autoConfirm(),
    tell: ({ what }) => {
      if (what !== 'waiting' || blocks !== undefined) return
      // the next look finds the blocks; the one after it, by which the fallback is decided, gets no answer
      node.rules([{ method: 'eth_getTransactionReceipt', after: 1, times: 1, fault: { kind: 'status', status: 403 } }])
      blocks = rpc('anvil_mine', '0x2')
    },
  }
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
    slippage: ppm(100_000),
  })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
  const privately = { url: relay.url, fallback: 2 } as const
  const more = { key: 'outage', guards, privately, timeoutSeconds: 30 }
  const ended = await (await parts.trader())
    .swap(createSwapRequest({ request }, more), dialogue)
    .catch((error: unknown) => error)
  await blocks
  expect(relay.given.length).toBeGreaterThan(0)
  expect(ended).not.toBeInstanceOf(Error)
  const { intent } = ended as { readonly intent?: Parameters<typeof purposeOf>[0] }
  expect(intent && purposeOf(intent)?.conclusion.depth).toBeGreaterThan(0)
  expect(node.handed.map(({ raw }) => raw)).toEqual([relay.given[0]])
  await parts.close()
}, 60_000)
