/** Wrong input: refused before the chain is read, or at the latest before signing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { network as sandbox } from '#networks/entries/sandbox'
import { sandboxPools } from '#sandbox/addresses.gen'
import { type ExpectedFailure, expectRefusal, expectTradeRefusal } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

const falseUsdc = '0xBE4cf280327E305B985c4D42d30b1bbF4f6084cf'
const usdc = '0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'
const nowhere = '0x000000000000000000000000000000000000bEEF'

let fixture: CliFixture
let user: User

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  await user.run(['quote', '1', 'ETH', 'USDC']) // the pools are known from here on
})
afterAll(() => fixture.close())

describe.concurrent('a network', () => {
  test.each<[string, ExpectedFailure]>([
    ['sandbx', { code: 'NETWORK_NOT_VALID', says: ['did you mean sandbox?'] }],
    ['ethreum', { code: 'NETWORK_NOT_VALID', says: ['did you mean ethereum?'] }],
    ['99999', { code: 'NETWORK_NOT_VALID', says: ['swapline networks'] }],
    ['polygonzk', { code: 'NETWORK_NOT_SUPPORTED', says: ['Polygon zkEVM was shut down', 'swapline networks'] }],
    ['solana', { code: 'NETWORK_NOT_SUPPORTED', says: ['Solana is not an EVM chain'] }],
  ])('%s is refused', async (network, wanted) => {
    await expectTradeRefusal(user, ['1', 'ETH', 'USDC'], wanted, { network })
  })

  test('if missing, is a usage error that names the flag', () =>
    expectRefusal(user, ['quote', '1', 'ETH', 'USDC'], { code: 'USAGE', says: ['--network'] }, { network: false }))
})

describe.concurrent('a token', () => {
  test.each<[string, ExpectedFailure]>([
    ['USDCC', { code: 'TOKEN_NOT_FOUND', says: ['USDC'] }],
    ['USDС', { code: 'TOKEN_NOT_FOUND', says: ['sandbox'] }], // a Cyrillic С
    [falseUsdc, { code: 'TOKEN_UNLISTED', says: ['UNVERIFIED', '--allow-unlisted'] }],
    [`USDC@${falseUsdc}`, { code: 'TOKEN_UNLISTED', says: ['UNVERIFIED'] }],
    [`USDT@${usdc}`, { code: 'TOKEN_MISMATCH', says: ['calls itself USDC'] }],
    [usdc.replace('Fe', 'fe'), { code: 'BAD_CHECKSUM', says: ['checksum', usdc] }],
    [`USDC@${usdc.replace('Fe', 'fe')}`, { code: 'BAD_CHECKSUM', says: [usdc] }],
    [usdc.slice(0, -1), { code: 'INVALID_ADDRESS', says: ['40 hexadecimal digits'] }],
    [nowhere, { code: 'TOKEN_UNREADABLE', says: ['no readable token'] }],
    ['ETH', { code: 'SAME_TOKEN', says: ['ETH', 'another token'] }],
    ['', { code: 'USAGE', says: ['empty'] }],
  ])('%s is refused', async (buy, wanted) => {
    await expectTradeRefusal(user, ['1', 'ETH', buy], wanted)
  })

  test('that is unlisted but allowed is priced and marked in both formats', async () => {
    const args = ['quote', '0.001', 'ETH', falseUsdc, '--allow-unlisted']
    const [human, json] = await Promise.all([user.run(args), user.run([...args, '-o', 'json'])])
    expect(human.code).toBe(0)
    expect(human.stdout).toMatch(/UNVERIFIED/)
    const { data, warnings } = JSON.parse(json.stdout)
    expect(data.buy.token).toMatchObject({ address: falseUsdc, verified: false })
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'TOKEN_UNLISTED' }))
  })

  test('a quote of an unlisted one cannot be swapped with --yes alone', async () => {
    const quoted = await user.run(['quote', '0.001', 'ETH', falseUsdc, '--allow-unlisted', '--get', 'data.id'])
    const wanted: ExpectedFailure = { code: 'CONFIRM_NEEDED', says: ['UNVERIFIED', falseUsdc, '--allow-unlisted'] }
    await expectRefusal(user, ['swap', quoted.stdout.trim(), '-y'], wanted)
  })
})

describe.concurrent('an amount', () => {
  test.each<[string, string]>([
    ['0', 'zero'],
    ['raw:0', 'zero'],
    ['-1', 'negative'],
    ['1.0000000000000000001', '18 decimals'],
    ['raw:1.5', 'no decimals'],
    ['1e3', 'exponents'],
    ['1,000', 'separators'],
    ['0x10', 'hexadecimal'],
    ['.5', 'both sides'],
    ['1.2.3', 'more than one'],
    ['200%', 'up to 100%'],
    ['ten', 'not a number'],
  ])('%s is refused: %s', (text, reason) =>
    expectTradeRefusal(user, [text, 'ETH', 'USDC'], { code: 'INVALID_AMOUNT', says: [reason] }),
  )

  test.each<[string, string, ExpectedFailure]>([
    ['an empty one', '', { code: 'USAGE', says: ['empty'] }],
    ['one beyond 2^256', '9'.repeat(77), { code: 'AMOUNT_OUT_OF_RANGE', says: ['out of range'] }],
    ['one beyond 2^128', `raw:${2n ** 128n}`, { code: 'AMOUNT_OUT_OF_RANGE', says: ['2^128'] }],
  ])('%s is refused', (_, text, wanted) => expectTradeRefusal(user, [text, 'ETH', 'USDC'], wanted))

  test('max and shares need an account with a balance', () =>
    expectRefusal(user, ['quote', 'max', 'FOT', 'USDC', '--from-address', nowhere], {
      code: 'INVALID_AMOUNT',
      says: ['to spend'],
    }))
})

describe.concurrent('a limit', () => {
  test.each<[string, readonly string[], ExpectedFailure]>([
    [
      '--slippage 5',
      ['--slippage', '5'],
      { code: 'INVALID_SLIPPAGE', says: ['a percentage or a fraction', 'write 5%'] },
    ],
    ['--slippage 0.05', ['--slippage', '0.05'], { code: 'INVALID_SLIPPAGE', says: ['write 5% or 0.05%'] }],
    ['--slippage 51%', ['--slippage', '51%'], { code: 'INVALID_SLIPPAGE', says: ['above 50%'] }],
    ['--slippage -1%', ['--slippage=-1%'], { code: 'INVALID_SLIPPAGE', says: ['negative'] }],
    ['--max-slippage', ['--slippage', '6%'], { code: 'SLIPPAGE_TOO_HIGH', says: ['6%', '5%'] }],
    ['--max-slippage 1%', ['--slippage', '2%', '--max-slippage', '1%'], { code: 'SLIPPAGE_TOO_HIGH', says: ['1%'] }],
    ['--max-impact', ['--max-impact', '0.001%'], { code: 'PRICE_IMPACT_TOO_HIGH', says: ['0.001%'] }],
    ['--min-out', ['--min-out', '3000'], { code: 'BELOW_MIN_OUT', says: ['3000 USDC'] }],
    ['--max-gas', ['--max-gas', '0.0000001'], { code: 'GAS_ABOVE_LIMIT', says: ['0.0000001 ETH'] }],
    ['--deadline 1s', ['--deadline', '1s'], { code: 'USAGE', says: ['30s and 15m'] }],
    ['--include', ['--include', 'pancake'], { code: 'LIQUIDITY_SOURCE_NOT_VALID', says: ['pancake'] }],
    ['--gasless', ['--gasless'], { code: 'GASLESS_NOT_AVAILABLE' }],
    ['--to-network', ['--to-network', 'base'], { code: 'CROSS_CHAIN_NOT_AVAILABLE' }],
    ['--affiliate-fee alone', ['--affiliate-fee', '0.01'], { code: 'USAGE', says: ['--affiliate'] }],
    ['--to-address', ['--to-address', usdc.replace('Fe', 'fe')], { code: 'BAD_CHECKSUM', says: [usdc] }],
  ])('%s is enforced before anything is signed', (_, flags, wanted) =>
    expectRefusal(user, ['swap', '1', 'ETH', 'USDC', '-y', ...flags], wanted),
  )

  test('an amount that moves the price too far, and a pair without a path', async () => {
    await expectRefusal(user, ['swap', '5000', 'ETH', 'USDC', '-y'], {
      code: 'PRICE_IMPACT_TOO_HIGH',
      says: ['limit of 3%'],
    })
    const none = sandbox.venues.flatMap(({ name }) => ['--exclude', name])
    await expectRefusal(user, ['quote', '1', 'ETH', 'USDC', ...none], {
      code: 'NO_ROUTE',
      says: ['No route from 1 ETH'],
    })
    const pool = sandboxPools.find(({ pair }) => pair[0] === 'UNI')?.address ?? ''
    await expectRefusal(user, ['quote', '1', 'ETH', 'USDC', '--include', pool], { code: 'NO_ROUTE' })
  })
})

describe.concurrent('before an approval costs gas', () => {
  const swap = (...more: readonly string[]) => ['swap', ...more, '-y', '--max-impact', '100%', '-a', 'dev4']

  test.each<[string, readonly string[], ExpectedFailure]>([
    ['more than the account holds', swap('6', 'WBTC', 'USDC'), { code: 'ESTIMATE_GAS_FAILED', says: ['holds 5 WBTC'] }],
    ['a gas limit', swap('1', 'WBTC', 'USDC', '--max-gas', '0.0000001'), { code: 'GAS_ABOVE_LIMIT' }],
    ['a recipient', swap('1', 'WBTC', 'USDC', '--to-address', nowhere), { code: 'CONFIRM_NEEDED', says: [nowhere] }],
    ['a minimum', swap('1', 'WBTC', 'USDC', '--min-out', '90000'), { code: 'BELOW_MIN_OUT' }],
    [
      '--approve never',
      swap('1', 'WBTC', 'USDC', '--approve', 'never'),
      { code: 'ESTIMATE_GAS_FAILED', says: ['approve WBTC 1'] },
    ],
    ['--approve max', swap('1', 'WBTC', 'USDC', '--approve', 'max'), { code: 'CONFIRM_NEEDED', says: ['--allow-max'] }],
    ['no --yes', ['swap', '1', 'WBTC', 'USDC', '-a', 'dev4'], { code: 'CONFIRM_NEEDED', says: ['--yes'] }],
  ])('%s', async (_, args, wanted) => {
    await expectRefusal(user, args, wanted)
    expect(await fixture.countSentBy('dev4')).toBe(0)
  })

  test('approve has its own messages', async () => {
    await expectRefusal(user, ['approve', 'USDT'], { code: 'USAGE', says: ['How much?'] })
    await expectRefusal(user, ['approve', 'ETH', '1', '-y'], { code: 'USAGE', says: ['needs no approval'] })
    await expectRefusal(user, ['approve', usdc.slice(0, -1), '1'], { code: 'INVALID_ADDRESS' })
  })
})
