/**
 * The built program on a sandbox that plays Tempo: anvil's implementation of that chain, which has no native currency, with
 * the real order books. Quote, approve, swap, status; what is refused, and who pays for gas in which token.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, evm, gas, type Hex, nativeToken } from '#domain/units'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { writeOrders } from '../batch/fixture.ts'
import { runSwapline } from '../cli/run-built.ts'
import { addToResult, type Row } from './result.ts'

const pathUsd = evm('0x20C0000000000000000000000000000000000000')
const usdc = evm('0x20C000000000000000000000b9537d11c60E8b50')
/** In no list; anvil's accounts have it. */
const alphaUsd = evm('0x20C0000000000000000000000000000000000001')
const feeManager = evm('0xfeEC000000000000000000000000000000000000')
const dev = (n: number): Address => accounts[n] ?? nativeToken
const accounts = [
  evm('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
  evm('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
  evm('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'),
  evm('0x90F79bf6EB2c4f870365E785982E1f101E93b906'),
  evm('0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'),
]

let home: string
let rpc: Rpc
const rows: Row[] = []
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapline-tempo-'))
  const up = await runSwapline(home, ['sandbox', 'up', '--as', 'tempo', '-o', 'json'])
  const { data } = JSON.parse(up.stdout)
  expect(data).toMatchObject({ network: 'sandbox-tempo', chainId: 4_217 })
  rpc = createRpc(data.url)
})
afterAll(async () => {
  addToResult(rows.slice(0, 1))
  await runSwapline(home, ['sandbox', 'down', '--as', 'tempo'])
  rmSync(home, { recursive: true, force: true })
})

const run = async (...args: string[]) => {
  const { stdout, stderr } = await runSwapline(home, [...args, '-n', 'sandbox-tempo', '-o', 'json'])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}
const balanceOf = async (token: Address, owner: Address): Promise<bigint> =>
  uintAt(await rpc<Hex>('eth_call', { to: token, data: callData('0x70a08231', addressWord(owner)) }, 'latest'), 0)
const transfer = (to: Address, raw: bigint): Hex => callData('0xa9059cbb', addressWord(to), word(raw))
const chooseFeeToken = (owner: Address, token: Address): Promise<void> =>
  sendFrom(rpc, { from: owner, to: feeManager, data: callData('0xe7897444', addressWord(token)) })

describe('a swap', () => {
  test.each([
    ['USDC.e', 'pathUSD', '2000'],
    ['pathUSD', 'USDC.e', '30000'], // over several orders, one of which flips
    ['pathUSD', 'USDe', '1500'], // over two books
  ])('of %s for %s brings what was quoted', { timeout: 60_000 }, async (sell, buy, whole) => {
    const quote = await run('quote', whole, sell, buy, '-a', 'dev1')
    expect(quote, JSON.stringify(quote)).toMatchObject({ ok: true })
    expect(quote.data.fees[0]).toMatchObject({ type: 'gas', token: '0x20C0000000000000000000000000000000000000' })
    await run('approve', quote.data.id, '-a', 'dev1', '-y')
    const before = await balanceOf(pathUsd, dev(1))
    const swap = await run('swap', quote.data.id, '-a', 'dev1', '-y', '--approve', 'never')
    expect(swap, JSON.stringify(swap)).toMatchObject({ ok: true, data: { stage: 'confirmed', tx: { value: '0' } } })
    expect(swap.data.bought.raw).toBe(quote.data.buy.raw)
    const status = await run('status', swap.data.swapId)
    expect(status).toMatchObject({ ok: true, data: { stage: 'confirmed', bought: { raw: quote.data.buy.raw } } })

    const { formatted: received } = swap.data.bought
    rows.push({
      network: 'tempo',
      chainId: 4_217,
      sold: `${whole} ${sell}`,
      quoted: quote.data.buy.formatted,
      received,
    })

    // the chain takes the fee from pathUSD, rounded up to its six decimals
    const fee = (BigInt(swap.data.tx.feePaid) + 10n ** 12n - 1n) / 10n ** 12n
    const traded =
      sell === 'pathUSD' ? -BigInt(swap.data.sold.raw) : buy === 'pathUSD' ? BigInt(quote.data.buy.raw) : 0n
    expect((await balanceOf(pathUsd, dev(1))) - before).toBe(traded - fee)
  })

  test('of all pathUSD leaves what its gas may cost', { timeout: 60_000 }, async () => {
    await sendFrom(rpc, {
      from: dev(2),
      to: pathUsd,
      data: transfer(dev(0), (await balanceOf(pathUsd, dev(2))) - 10n ** 9n),
    })
    const held = await balanceOf(pathUsd, dev(2))
    const swap = await run('swap', 'max', 'pathUSD', 'USDC.e', '-a', 'dev2', '-y')
    expect(swap, JSON.stringify(swap)).toMatchObject({ ok: true, data: { stage: 'confirmed' } })
    expect(BigInt(swap.data.sold.raw)).toBeLessThan(held)
    expect(BigInt(swap.data.sold.raw)).toBeGreaterThan((held * 9n) / 10n)
  })
})

test('a plan of all pathUSD leaves what its gas may cost, and counts that gas in pathUSD', {
  timeout: 60_000,
}, async () => {
  const row = { network: 'sandbox-tempo', sell: 'pathUSD', buy: 'USDC.e', account: 'dev4' }
  const file = writeOrders({ home }, [
    { ...row, id: 'some', amount: '1000', after: '' },
    { ...row, id: 'all', amount: 'max', after: 'some' },
  ])
  const { data } = await run('batch', 'plan', file)
  const [some, all] = data.plan.rows
  const held = await balanceOf(pathUsd, dev(4))
  const sold = BigInt(all.sellAmount.raw)
  const gasCost = (BigInt(some.quote.expectedGasCost) + 10n ** 12n - 1n) / 10n ** 12n
  const rest = held - 10n ** 9n - gasCost
  expect(sold).toBeLessThan(rest)
  expect(sold).toBeGreaterThan(rest - 10n ** 6n) // of a dollar
})

test('a dry run of an account without any tokens assumes what pays for its gas, and says so', {
  timeout: 60_000,
}, async () => {
  const stranger = '0x00000000000000000000000000000000000f00D5'
  const { data } = await run('swap', '100', 'USDC.e', 'pathUSD', '--dry-run', '--from-address', stranger)
  const assumed = data.assumed.map((one: { of: string; token: string }) => `${one.of} ${one.token.toLowerCase()}`)
  expect(assumed).toEqual([`balance ${pathUsd}`, `balance ${usdc}`, `allowance ${usdc}`])
  expect(BigInt(data.assumed[0].assumed.raw)).toBeLessThan(10n ** 6n) // of a dollar
  // one balance for both: what is sold, and its gas
  const ofBoth = await run('swap', '100', 'pathUSD', 'USDC.e', '--dry-run', '--from-address', stranger)
  expect(ofBoth.data.assumed.map(({ of }: { of: string }) => of)).toEqual(['balance', 'allowance'])
  expect(BigInt(ofBoth.data.assumed[0].assumed.raw)).toBeGreaterThan(10n ** 8n)
  const real = await run('swap', '100', 'USDC.e', 'pathUSD', '--dry-run', '--real-state', '--from-address', stranger)
  expect(real.data.assumed ?? []).toEqual([])
})

describe('there is no native currency', () => {
  const words = { code: 'NO_NATIVE_CURRENCY', message: expect.stringContaining('has no native currency') }
  test.each([
    ['1', nativeToken, 'pathUSD'],
    ['1', 'pathUSD', nativeToken],
  ])('%s %s for %s is refused', async (...trade) => {
    for (const command of ['quote', 'swap'])
      expect(await run(command, ...trade, '-a', 'dev1')).toMatchObject({
        ok: false,
        error: { ...words, fix: [expect.stringContaining('pathUSD')] },
      })
  })

  test('the chain itself takes no value', async () => {
    const sent = rpc('eth_sendTransaction', { from: dev(0), to: dev(1), value: '0x1' })
    await expect(sent).rejects.toThrow('native value transfer not allowed')
  })

  test('it is in no list of tokens and balances', async () => {
    const { data } = await run('balances', '-a', 'dev1')
    expect(JSON.stringify(data)).not.toContain(nativeToken)
  })
})

describe('the token that pays for gas', () => {
  test('comes with what the sandbox gives to an account', { timeout: 60_000 }, async () => {
    const stranger = evm('0x00000000000000000000000000000000000F00d5')
    await runSwapline(home, ['sandbox', 'fund', stranger, '--as', 'tempo'])
    expect(await balanceOf(pathUsd, stranger)).toBe(25_000n * 10n ** 6n)
    expect(await balanceOf(usdc, stranger)).toBe(25_000n * 10n ** 6n)
  })

  test('has to suffice, whichever it is: nothing is signed otherwise', { timeout: 60_000 }, async () => {
    await chooseFeeToken(dev(2), alphaUsd)
    // enough for the gas of this transfer, and not for that of an approval
    const rest = (await balanceOf(alphaUsd, dev(2))) - 350n
    await sendFrom(rpc, { from: dev(2), to: alphaUsd, data: transfer(dev(0), rest), gas: gas(100_000n) })
    const refused = await run('swap', '1', 'USDC.e', 'pathUSD', '-a', 'dev2', '-y')
    expect(refused).toMatchObject({ ok: false, error: { code: 'ESTIMATE_GAS_FAILED', sent: false } })
    expect(refused.error.message).toMatch(
      /holds 0\.000\d+ 0x20c0\S+, which pays for its gas, but gas may cost 0\.\d+ 0x20c0/,
    )
  })
})
