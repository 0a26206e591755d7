/** The built program, from quote to what is received on the other network, over Across's own pools. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import {
  approvePool,
  filler,
  payDeposit,
  paySlowly,
  placeAcross,
  requestSlowPayment,
  startFiller,
} from './across-on-sandbox.ts'
import { createPairUser } from './sandbox-pair.ts'
import { advance, balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'

const usdcOfBase = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
/** As `src/sandbox/addresses.gen.ts` has it: base lists none. */
const uniOfBase = '0x8447ec6287101c140e8ec10a09d76a7540d166c6'
const recipient = '0x00000000000000000000000000000000c0dec0de'
const unlisted = ['--allow-unlisted']
const careless = ['--slippage', '5%', '--max-slippage', '10%', '--max-impact', '90%']
const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const dev1 = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
let source: SandboxSide
let destination: SandboxSide

const { run, runElsewhere, runLater, startPair, end } = createPairUser()

beforeAll(async () => {
  ;[source, destination] = await startPair(filler, dev0, dev1)
  for (const side of [source, destination]) {
    await placeAcross(side)
    await approvePool(side)
  }
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

const between = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0', '--bridge', 'across'] as const

test('quote, swap, status: what is received is what was quoted, to the unit', async () => {
  const quoted = await run('quote', '1', 'WETH', 'USDC', ...between)
  expect([quoted.code, quoted.stderr]).toEqual([0, ''])
  expect(quoted.data).toMatchObject({ kind: 'cross', network: 'sandbox-ethereum', toNetwork: 'sandbox-base' })
  expect(quoted.data.onFailure.map((one: { failure: string }) => one.failure)).toContain('nobody_pays')

  const before = await balanceOf(destination, usdcOfBase, dev0)
  const stop = await startFiller(source, destination)
  const swapped = await run('swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y')
  await stop()
  expect([swapped.code, swapped.error]).toEqual([0, undefined])
  expect(swapped.data).toMatchObject({ kind: 'cross', crossing: { state: 'success', bridge: 'across' } })
  const received = (await balanceOf(destination, usdcOfBase, dev0)) - before
  expect(String(received)).toBe(quoted.data.buy.raw)
  expect(swapped.data.crossing.receivedRaw).toBe(quoted.data.buy.raw)

  const status = await run('status', swapped.data.swapId)
  expect(status.data.crossing).toMatchObject({
    state: 'success',
    toNetwork: 'sandbox-base',
    receivedRaw: quoted.data.buy.raw,
  })
  const { hash } = swapped.data.tx
  const foreign = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  const { received: _, ...shown } = status.data.crossing // an empty store does not know which token was bought
  expect(foreign.data).toEqual({ kind: 'crossing', crossing: shown })
  // the quote is used, and the intent signs once
  const again = await run('swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y')
  expect(again.data?.tx?.hash).toBe(hash)
})

test('a swap on both sides gives what was quoted, to the unit', async () => {
  const before = await balanceOf(destination, uniOfBase, dev0)
  const stop = await startFiller(source, destination)
  const done = await run('swap', '1000', 'USDC', uniOfBase, ...between, ...unlisted, '-y')
  await stop()
  expect([done.code, done.error]).toEqual([0, undefined])
  const received = (await balanceOf(destination, uniOfBase, dev0)) - before
  expect(String(received)).toBe(done.data.quoted.raw)
  expect(done.data.crossing.receivedRaw).toBe(done.data.quoted.raw)
})

describe('a swap there that fails', () => {
  /** WETH for UNI, which no bridge moves, so that there is a swap on both sides; not paid yet. */
  async function deposit() {
    const sent = await run(
      'swap',
      '1',
      'WETH',
      uniOfBase,
      ...between,
      ...unlisted,
      '--slippage',
      '0.1%',
      '-y',
      '--no-wait',
    )
    expect([sent.code, sent.error]).toEqual([0, undefined])
    const { hash } = sent.data.tx as { hash: Hex }
    return { id: sent.data.swapId as string, hash, quoted: sent.data.quoted.raw as string }
  }
  /** Another account moves the pools there. */
  const trade = async (amount: string, sell: string, buy: string) => {
    const done = await run(
      'swap',
      amount,
      sell,
      buy,
      '-n',
      'sandbox-base',
      '-a',
      'dev1',
      ...unlisted,
      ...careless,
      '-y',
    )
    expect([done.code, done.error]).toEqual([0, undefined])
  }

  test('is kept, tried again by anyone once the price is back, and is then what was quoted at least', async () => {
    const { id, hash, quoted } = await deposit()
    expect((await run('status', id)).data.crossing).toMatchObject({ state: 'bridging' })
    await trade('20000', 'USDC', uniOfBase)
    await payDeposit(source, destination, hash)
    const partial = await run('status', id)
    expect(partial.code).toBe(15)
    expect(partial.data.crossing).toMatchObject({ state: 'partial', claim: { isOpen: true } })
    const refused = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--retry', '-y')
    expect([refused.code, refused.error.code]).toEqual([9, 'ESTIMATE_GAS_FAILED'])

    await trade('100%', uniOfBase, 'USDC')
    const before = await balanceOf(destination, uniOfBase, dev0)
    const cheap = ['-a', 'dev2', '--retry', '-y', '--max-gas', '0.000000001'] as const
    const capped = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', ...cheap)
    expect([capped.error.code, capped.error.sent]).toEqual(['GAS_ABOVE_LIMIT', false])
    expect((await run('status', id, '--max-gas', '1')).error.code).toBe('USAGE')
    const retried = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--retry', '-y')
    expect([retried.code, retried.error]).toEqual([0, undefined])
    expect(retried.data).toMatchObject({ kind: 'claim', stage: 'confirmed', network: 'sandbox-base' })
    const gained = (await balanceOf(destination, uniOfBase, dev0)) - before
    expect(gained).toBeGreaterThan((BigInt(quoted) * 998n) / 1000n)
    const ended = await run('status', id)
    expect(ended.code).toBe(0)
    expect(ended.data.crossing).toMatchObject({ state: 'success', toHash: retried.data.tx.hash, recoveries: [] })
    expect(ended.data.crossing.receivedRaw).toBe(String(gained))
  })

  test('is released to its recipient, by the recipient alone', async () => {
    const { hash } = await deposit()
    await trade('20000', 'USDC', uniOfBase)
    await payDeposit(source, destination, hash)
    const other = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--release', '-y')
    expect(other.error.code).toBe('ACCOUNT_DIFFERS')
    const seen = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
    const { token, amount } = seen.data.crossing.claim
    const before = await balanceOf(destination, token, dev0)
    const released = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev0', '--release', '-y')
    expect([released.code, released.error]).toEqual([0, undefined])
    expect(String((await balanceOf(destination, token, dev0)) - before)).toBe(amount)
    const twice = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev0', '--release', '-y')
    expect([twice.code, twice.error.code]).toEqual([2, 'USAGE'])
    const ended = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
    expect(ended.code).toBe(15)
    expect(ended.data.crossing).toMatchObject({ state: 'partial', claim: { isOpen: false }, recoveries: [] })
  })
})

test('what a completion costs counts against a bridge whose fee does not pay for it', async () => {
  const best = async (sold: string) => {
    // CCTP keeps four basis points less, and its completion takes 40,000 gas more, which are some tenths of a dollar
    await rpc(destination, 'anvil_setNextBlockBaseFeePerGas', '0x77359400')
    await rpc(destination, 'evm_mine')
    const ends = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base']
    return (await run('quote', sold, 'USDC', 'USDC', ...ends)).data.bridge.name
  }
  expect([await best('100'), await best('20000')]).toEqual(['across', 'cctp'])
})

test('native currency on both sides', async () => {
  const before = BigInt(await rpc<string>(destination, 'eth_getBalance', recipient, 'latest'))
  const stop = await startFiller(source, destination)
  const done = await run('swap', '0.5', 'ETH', 'ETH', ...between, '--to-address', recipient, '--allow-recipient', '-y')
  await stop()
  expect([done.code, done.error]).toEqual([0, undefined])
  expect(done.data.crossing.state).toBe('success')
  const gained = BigInt(await rpc<string>(destination, 'eth_getBalance', recipient, 'latest')) - before
  expect(String(gained)).toBe(done.data.quoted.raw)
})

test('a quote that has expired sells nothing, also under an id that was used for nothing', async () => {
  const quoted = await run('quote', '1', 'WETH', 'USDC', ...between)
  const wethOf = () => balanceOf(source, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', dev0)
  const before = await wethOf()
  const words = ['swap', quoted.data.id, '-n', 'sandbox-ethereum', '-a', 'dev0', '-y', '--id', 'late'] as const
  const late = await runLater(301, ...words)
  expect([late.code, late.error.code, late.error.sent]).toEqual([8, 'QUOTE_EXPIRED', false])
  expect(await wethOf()).toBe(before)
  expect((await run('status', 'late')).error.code).toBe('SWAP_NOT_FOUND')
})

/** USDC for USDC, whose slow payment was asked for. */
async function depositForSlow() {
  const sent = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  await requestSlowPayment(source, destination, sent.data.tx.hash)
  expect((await run('status', sent.data.swapId)).data.crossing).toMatchObject({ state: 'bridging', recoveries: [] })
  return sent.data
}

test('a slow payment by Across itself is bridging until it is made, and then received as it was paid', async () => {
  const { swapId, tx, quoted } = await depositForSlow()
  const before = await balanceOf(destination, usdcOfBase, dev0)
  const toHash = await paySlowly(source, destination, { hash: tx.hash, bonus: 10n })
  const received = String((await balanceOf(destination, usdcOfBase, dev0)) - before)
  expect(received).toBe(String(BigInt(quoted.raw) + 10n))
  expect((await run('status', swapId)).data.crossing).toMatchObject({ state: 'success', toHash, receivedRaw: received })
})

test('what nobody pays expires, and the status says whom the bridge owes what', async () => {
  const sent = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const slow = await depositForSlow()
  await advance([source, destination], 3_700)
  const late = await run('status', sent.data.swapId)
  expect(late.code).toBe(15)
  expect(late.data.crossing).toMatchObject({
    state: 'expired',
    deposit: { amount: '100000000', refundTo: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  })
  const unpaid = await run('status', slow.swapId)
  expect([unpaid.code, unpaid.data.crossing.state]).toEqual([15, 'expired'])
})
