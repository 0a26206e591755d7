/** Two endpoints, one of which lies about a swap that was sent: what it alone says ends nothing. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { Clock } from '#domain/clock'
import { type Intent, purposeOf } from '#domain/journal/swap'
import { nativeToken, ppm, seconds } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import type { RpcResponse, Rule } from '../chain/faults.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest } from './fixture.ts'
import { startTwoEndpoints, type TwoEndpoints } from './two-endpoints.ts'

let both: TwoEndpoints
let { app, liar, honest } = {} as TwoEndpoints
beforeAll(async () => {
  both = await startTwoEndpoints()
  ;({ app, liar, honest } = both)
})
afterEach(async () => {
  liar.rules([])
  honest.rules([])
  await rpc('evm_setAutomine', true)
})
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
async function sendThrough(parts: ReturnType<typeof partsOver>, key: string): Promise<Intent> {
  const wanted = createSwapRequest({ request }, { key, guards, wait: false })
  const { intent } = await (await parts.trader()).swap(wanted, autoConfirm())
  if (intent === undefined) throw new Error('nothing was sent')
  return intent
}
const forge = (method: string, change: (real: RpcResponse) => unknown, when?: Rule['when']): Rule => ({
  method,
  ...(when === undefined ? {} : { when }),
  fault: { kind: 'forge', answer: (real) => ({ jsonrpc: '2.0', id: real.id, result: change(real) }) },
})

/** Each wait advances half a minute, so that no earlier observation counts as current. */
const striding = (clock: Clock): Clock => {
  let waited = 0
  return {
    ...clock,
    now: () => seconds(clock.now() + waited),
    sleep: (milliseconds, signal) => {
      // a wait for slower endpoints ends with their answers
      if (signal === undefined) waited += 30
      return clock.sleep(milliseconds, signal)
    },
  }
}

test('a swap that is one block deep has not five confirmations because one endpoint says so', async () => {
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [liar.url, honest.url]]]))
  const parts = composeWith({ network: (entry) => ({ ...entry, confirmations: 12 }) })({
    ...surroundings,
    clock: striding(surroundings.clock),
  })
  const trader = await parts.trader()
  const { intent } = await trader.swap(createSwapRequest({ request }, { key: 'deep', guards }), autoConfirm())
  if (intent === undefined) throw new Error('nothing was sent')
  liar.rules([
    {
      method: 'eth_getBlockByNumber',
      when: ({ params }) => params[0] === 'latest',
      fault: {
        kind: 'forge',
        answer: (real) => {
          const block = real.result as { number: string }
          const number = `0x${(Number(block.number) + 5).toString(16)}`
          return { jsonrpc: '2.0', id: real.id, result: { ...block, number, hash: `0x${'77'.repeat(32)}` } }
        },
      },
    },
  ])
  const followed = trader.follow(intent, { confirmations: 5, timeoutSeconds: 3 }, autoConfirm())
  await expect(followed).rejects.toMatchObject({ code: 'PENDING', exit: 13 })
  await parts.close()
}, 60_000)

test('what a swap brought is not known if two endpoints name different amounts in the same block', async () => {
  const parts = partsOver(liar.url, honest.url)
  const lie = (log: { data: string; topics: string[] }) =>
    log.topics[0]?.startsWith('0xddf252ad') ? { ...log, data: `0x${'0'.repeat(48)}00000fffffffffff` } : log
  liar.rules([
    forge('eth_getTransactionReceipt', ({ result }) =>
      result === null ? null : { ...(result as object), logs: (result as { logs: [] }).logs.map(lie) },
    ),
  ])
  const wanted = createSwapRequest({ request }, { key: 'amounts', guards, wait: true })
  const outcome = await (await parts.trader()).swap(wanted, autoConfirm()).catch((error) => error)
  const bought = outcome?.intent?.trade?.bought
  expect(bought).not.toBe(0x0fffffffffffn)
  await parts.close()
}, 60_000)

test('a swap that one endpoint has waiting, before its deadline, is not void by the word of another one', async () => {
  await rpc('evm_setAutomine', false)
  await rpc('anvil_mine', '0x5')
  const parts = partsOver(liar.url, honest.url)
  const intent = await sendThrough(parts, 'waiting')
  const { nonce = 0 } = purposeOf(intent) ?? {}
  const later = (block: { timestamp: string }) => `0x${(Number(block.timestamp) + 10_000).toString(16)}`
  liar.rules([
    forge('eth_getTransactionReceipt', () => null),
    forge('eth_getTransactionByHash', () => null),
    forge('eth_getTransactionCount', () => `0x${nonce.toString(16)}`),
    forge('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), timestamp: later(result as never) })),
  ])
  honest.rules([
    {
      method: 'eth_getTransactionCount',
      when: ({ params }) => /^0x/.test(String(params[1])),
      fault: { kind: 'error', code: -32000, message: 'missing trie node' },
    },
  ])
  const { intent: seen } = await (await parts.trader()).status('waiting')
  const said = purposeOf(seen)?.conclusion
  liar.rules([])
  honest.rules([])
  await rpc('evm_mine')
  expect(said?.sent).not.toBe('no')
  await parts.close()
}, 60_000)

test('a swap that one endpoint shows mined, without past states, is not void by the word of another one', async () => {
  await rpc('evm_setAutomine', false)
  const parts = partsOver(liar.url, honest.url)
  const key = 'mined'
  const intent = await sendThrough(parts, key)
  const { nonce = 0 } = purposeOf(intent) ?? {}
  await rpc('evm_mine')
  const free = `0x${nonce.toString(16)}`
  liar.rules([
    forge('eth_getTransactionReceipt', () => null),
    forge('eth_getTransactionByHash', () => null),
    forge('eth_getTransactionCount', () => free),
    forge('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), transactions: [] })),
  ])
  honest.rules([
    {
      method: 'eth_getTransactionCount',
      when: ({ params }) => /^0x/.test(String(params[1])),
      fault: { kind: 'error', code: -32000, message: 'missing trie node' },
    },
  ])
  await rpc('evm_increaseTime', 400)
  await rpc('anvil_mine', '0x5')
  const trader = await parts.trader()
  const { intent: seen } = await trader.status(key)
  const said = purposeOf(seen)?.conclusion
  liar.rules([])
  honest.rules([])
  const { intent: later } = await trader.status(key) // both endpoints are honest again
  expect(said?.sent).not.toBe('no')
  expect(later.stage).toBe('confirmed')
  await parts.close()
}, 60_000)
