/** What was paid for gas, on local chains whose nodes tell of it as those of Monad and Sonic do. */
import { Transaction } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Intent } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import { hex, nativeToken } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type Rule, refusePast } from '../chain/faults.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox, trader0 } from '../trade/fixture.ts'
import { forge, type QuirkFixture, startQuirkFixture } from './quirk-fixture.ts'

const { USDC } = sandboxGround.tokens
const eth = 10n ** 18n
const toHex = (n: bigint): string => `0x${n.toString(16)}`

let fixture: QuirkFixture
beforeAll(async () => {
  fixture = await startQuirkFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

type Charge = (used: bigint, limit: bigint) => bigint

/** Receipts that count gas as a chain charges it. */
const countAs = (charge: Charge): Rule =>
  forge('eth_getTransactionReceipt', (real, { params: [hash] }) => {
    const receipt = real.result as { readonly gasUsed: string } | null
    if (receipt === null) return real
    const sent = fixture.proxy.handed.map(({ raw }) => Transaction.from(raw)).find((one) => one.hash === hash)
    if (sent === undefined) throw new Error(`${hash} was not sent through here`)
    const gasUsed = toHex(charge(BigInt(receipt.gasUsed), sent.gasLimit))
    return { ...real, result: { ...receipt, gasUsed } }
  })

/** By the chain itself, past the proxy, and by the journal. */
async function readMined(intent: Intent | undefined) {
  const tx = intent?.transactions.at(-1)
  const receipt = await fixture.chain.rpc<Record<string, string>>('eth_getTransactionReceipt', tx?.hash)
  const [used, price] = [receipt['gasUsed'], receipt['effectiveGasPrice']].map((text) => BigInt(text ?? 0))
  return { used: used ?? 0n, price: price ?? 0n, limit: tx?.payload.gasLimit ?? 0n, told: tx?.mined }
}

async function swapWith({ gas }: Network, rule: Rule) {
  const { service, trader } = await fixture.openWith({ ...(gas && { gas }) })
  const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  fixture.proxy.rules([rule])
  const { intent } = await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())
  expect(intent?.stage).toBe('confirmed')
  return { quote, trader, ...(await readMined(intent)) }
}

describe('monad takes the whole limit', () => {
  test.each<[string, Charge]>([
    ['what was used', (used) => used],
    ['the limit', (_, limit) => limit],
  ])('receipts that name %s tell that price', async (_, charge) => {
    const { quote, told, limit, used, price } = await swapWith(getNetworkEntry('monad'), countAs(charge))
    expect(used).toBeLessThan(limit)
    expect(told?.feePaid).toBe(limit * price)
    expect(Number(quote.route.gas) / Number(limit)).toBeCloseTo(1, 1)
  })

  test('a revert whose receipt names the limit is not put down to gas', async () => {
    const { gas } = getNetworkEntry('monad')
    const { router } = await (await fixture.openWith({})).service.quote(
      createQuoteRequest(nativeToken, USDC.address, 1n),
    )
    const gasLimit = 200_000n
    const sent = { from: trader0, to: router, data: '0x12345678', gas: toHex(gasLimit) }
    const hash = hex(await fixture.chain.rpc<string>('eth_sendTransaction', sent))
    await fixture.chain.rpc('evm_mine')
    // a node that names the limit, traces nothing and keeps no past states, as public ones do
    fixture.proxy.rules([
      forge('eth_getTransactionReceipt', (real) => ({
        ...real,
        result: { ...(real.result as object), gasUsed: toHex(gasLimit) },
      })),
      { method: 'debug_traceTransaction', fault: { kind: 'error', code: -32601, message: 'method not found' } },
      refusePast(Number(await fixture.chain.rpc<string>('eth_blockNumber')) + 1),
    ])
    const explain = async (traits: Partial<Network>) =>
      (await (await fixture.openWith(traits)).trader.transaction(sandbox, hash))?.reason
    expect(await explain({})).toMatchObject({ class: 'out-of-gas' })
    const reason = await explain({ ...(gas && { gas }) })
    expect(reason).toMatchObject({ class: 'unknown', words: expect.stringContaining('archive node') })
    expect(reason?.words).not.toMatch(/\d+ of \d+|gas/)
  })
})

test('sonic charges a tenth of what the limit leaves: a quote shows it', async () => {
  const charge: Charge = (used, limit) => used + (limit - used) / 10n
  const { quote, told, used, limit, price } = await swapWith(getNetworkEntry('sonic'), countAs(charge))
  expect(told?.feePaid).toBe(charge(used, limit) * price)
  const { quote: plain } = await swapWith(
    { ...getNetworkEntry('sonic'), gas: {} },
    countAs((one) => one),
  )
  // by the quotes' own figures, and by what the chain says
  expect(Number(quote.route.gas - plain.route.gas)).toBeGreaterThan(Number(limit - used) * 0.08)
  expect(Number(quote.route.gas) / Number(charge(used, limit))).toBeCloseTo(1, 1)
})
