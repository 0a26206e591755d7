/** Two endpoints over one chain, one of which lies: records and signatures are right all the same. */
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
  await rpc('evm_setAutomine', true)
})
afterAll(() => both.close())

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(app.url)<T>(method, ...params)
const partsOver = (...urls: readonly string[]) => {
  const network = (entry: Parameters<NonNullable<Parameters<typeof composeWith>[0]['network']>>[0]) => ({
    ...entry,
    confirmations: 3,
  })
  const surroundings = createComposeInput(app.state, app.url, new Map([['rpcUrl', [...urls]]]))
  return composeWith({ network })({ ...surroundings, clock: striding(surroundings.clock) })
}
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

test('the nonce after bytes that the node does not count as pending is the next one', async () => {
  await rpc('evm_setAutomine', false)
  const parts = partsOver(liar.url)
  const first = await sendThrough(parts, 'first')
  const latest = await rpc<string>('eth_getTransactionCount', request.from, 'latest')
  liar.rules([
    forge(
      'eth_getTransactionCount',
      () => latest,
      ({ params }) => params[1] === 'pending',
    ),
  ])
  const second = await sendThrough(parts, 'second')
  expect(purposeOf(second)?.nonce).toBe((purposeOf(first)?.nonce ?? 0) + 1)
  liar.rules([])
  await rpc('evm_mine')
  await parts.close()
})

test.each([
  ['from the first look on', 0],
  ['after a look that was honest', 1],
])('a receipt that one endpoint invents %s is contradicted by the other: not mined', async (_, honestLooks) => {
  await rpc('evm_setAutomine', false)
  const parts = partsOver(liar.url, honest.url)
  const intent = await sendThrough(parts, `made-up-${honestLooks}`)
  const { hash = '' } = purposeOf(intent) ?? {}
  const head = await rpc<{ number: string; hash: string }>('eth_getBlockByNumber', 'latest', false)
  const receipt = {
    ...{ transactionHash: hash, blockHash: head.hash, blockNumber: head.number, status: '0x1' },
    ...{ gasUsed: '0x5208', effectiveGasPrice: '0x1', logs: [] },
  }
  liar.rules([
    { ...forge('eth_getTransactionReceipt', () => receipt), after: honestLooks },
    forge('eth_getBlockByNumber', ({ result }) => ({ ...(result as object), transactions: [hash] })),
  ])
  const trader = await parts.trader()
  const failure = trader.follow(intent, { confirmations: 1, timeoutSeconds: 2 }, autoConfirm())
  await expect(failure).rejects.toMatchObject({ code: 'PENDING', exit: 13 })
  liar.rules([])
  await rpc('evm_mine')
  expect((await trader.status(`made-up-${honestLooks}`)).intent.stage).toBe('mined')
  await parts.close()
})

test('two processes with one intent sign it once, and both report that swap', async () => {
  const [one, other] = [partsOver(honest.url), partsOver(honest.url)]
  const intents = await Promise.all([sendThrough(one, 'at-once'), sendThrough(other, 'at-once')])
  expect(purposeOf(intents[0])?.hash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(purposeOf(intents[1])?.hash).toBe(purposeOf(intents[0])?.hash)
  await Promise.all([one.close(), other.close()])
})

test('the transaction that took the nonce is found long after the last check, with or without states', async () => {
  await rpc('evm_setAutomine', false)
  const parts = partsOver(liar.url)
  const { from } = request
  const intent = await sendThrough(parts, 'taken')
  const { hash, nonce = 0 } = purposeOf(intent) ?? {}
  await rpc('anvil_dropTransaction', hash)
  const at = `0x${nonce.toString(16)}`
  const other = await rpc<string>('eth_sendTransaction', { from, to: from, nonce: at, value: '0x1' })
  await rpc('evm_mine')
  await rpc('anvil_mine', '0x20')
  const pruned: Rule = {
    method: 'eth_getTransactionCount',
    when: ({ params }) => /^0x/.test(String(params[1])),
    fault: { kind: 'error', code: -32000, message: 'missing trie node' },
  }
  liar.rules([pruned])
  const { intent: seen } = await (await parts.trader()).status('taken')
  expect([seen.stage, purposeOf(seen)?.conclusion.replacedBy?.hash]).toEqual(['replaced', other])
  await parts.close()
})
