/** Options of a quote besides its amount: exact output, the objective, the optimality gap. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefusal, parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

interface Amount {
  readonly raw: string
}

interface Optimality {
  readonly upperBound: Amount
  readonly gapPpm: number
  readonly boundBy: string
  readonly minInput: { readonly lowerBound: Amount; readonly gapPpm: number } | null
}

interface Quote {
  readonly id: string
  readonly sell: Amount
  readonly buy: Amount
  readonly wanted: Amount | null
  readonly minBuy: Amount
  readonly fees: readonly { readonly type: string; readonly amount: string }[]
  readonly optimality: Optimality | null
}

let fixture: CliFixture
let user: User

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const requestQuote = async (...args: readonly string[]): Promise<Quote> =>
  parseData<Quote>(await user.run(['quote', ...args, '-o', 'json']))
const raw = ({ raw: text }: Amount): bigint => BigInt(text)
const gasOf = ({ fees }: Quote): bigint => BigInt(fees[0]?.amount ?? 0)

test('an exact-output quote has the minimum input', async () => {
  const bought = await requestQuote('1000', 'ETH', 'USDC', '--exact-out', '--slippage', '1%')
  expect(bought.wanted).toMatchObject({ raw: '1000000000', token: { symbol: 'USDC' } })
  expect(raw(bought.buy)).toBeGreaterThanOrEqual(1_000_000_000n)
  expect(bought.minBuy.raw).toBe('990000000')

  const again = await requestQuote(`raw:${bought.sell.raw}`, 'ETH', 'USDC')
  expect(raw(again.buy)).toBeGreaterThanOrEqual(raw(bought.buy))
  const less = await requestQuote(`raw:${raw(bought.sell) - raw(bought.sell) / 1_000_000n}`, 'ETH', 'USDC')
  expect(raw(less.buy)).toBeLessThan(1_000_000_000n)
  expect((await user.run(['quote', '1000', 'ETH', 'USDC', '--exact-out'])).stdout).toMatch(
    /Wanted +1,000 USDC\n +Sell +0\.40/,
  )
})

test('the minimum is the requested amount, without the excess from rounding', async () => {
  const { sell, buy, minBuy } = await requestQuote('1', 'USDC', 'DAI', '--exact-out', '--slippage', '0')
  expect(raw(sell)).toBeGreaterThan(0n)
  expect(raw(buy)).toBeGreaterThan(10n ** 18n)
  expect(raw(minBuy)).toBe(10n ** 18n)
})

test('the affiliate fee is added to the input', async () => {
  const fee = ['--affiliate', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '--affiliate-fee', '0.01']
  const [with1, without] = [
    await requestQuote('1000', 'USDC', 'DAI', '--exact-out', ...fee),
    await requestQuote('1000', 'USDC', 'DAI', '--exact-out'),
  ]
  expect(BigInt(with1.fees[1]?.amount ?? 0)).toBe(raw(with1.sell) / 100n)
  expect(raw(with1.sell) - raw(with1.sell) / 100n).toBe(raw(without.sell))
})

test('wrapping is one to one in both directions', async () => {
  expect(await requestQuote('2', 'ETH', 'WETH', '--exact-out')).toMatchObject({
    sell: { raw: '2000000000000000000' },
    buy: { raw: '2000000000000000000' },
    optimality: null,
  })
})

test('an exact-output swap delivers the amount', async () => {
  const args = ['swap', '500', 'ETH', 'USDC', '--exact-out', '--slippage', '0', '-y', '-a', 'dev3', '--id', 'just-500']
  const done = parseData<{ stage: string; bought: Amount; swapId: string }>(await user.run([...args, '-o', 'json']))
  expect(done.stage).toBe('confirmed')
  expect(raw(done.bought)).toBeGreaterThanOrEqual(500_000_000n)
  expect(parseData<{ swapId: string }>(await user.run([...args, '-o', 'json'])).swapId).toBe(done.swapId)
  expect(await fixture.countSentBy('dev3')).toBe(1)
})

test('an output that cannot be bought is refused with the reason', async () => {
  await expectRefusal(user, ['quote', '99999999999', 'ETH', 'USDC', '--exact-out'], {
    code: 'NO_ROUTE',
    says: ['from ETH to 99999999999 USDC', /The most that any amount bought is \d+/, 'try another amount'],
  })
  for (const amount of ['max', '50%'])
    await expectRefusal(user, ['quote', amount, 'ETH', 'USDC', '--exact-out'], {
      code: 'USAGE',
      says: ['with --exact-out the amount is of the token you buy', 'write the amount to buy'],
    })
  await expectRefusal(user, ['quote', '1', 'ETH', 'USDC', '--exact-out', '--max-hops', '9'], {
    code: 'USAGE',
    says: ['1 and 5'],
  })
})

test('net, output and gas each win by their own measure', async () => {
  const [net, output, gas] = await Promise.all(
    ['net', 'output', 'gas'].map((aim) => requestQuote('20', 'ETH', 'USDC', '--optimize-for', aim)),
  )
  if (net === undefined || output === undefined || gas === undefined) throw new Error('three quotes')
  expect(raw(output.buy)).toBeGreaterThanOrEqual(raw(net.buy))
  expect(gasOf(gas)).toBeLessThan(gasOf(net))
  expect(gasOf(net)).toBeLessThanOrEqual(gasOf(output))
  expect(gas.optimality).toBeNull()
  await expectRefusal(user, ['quote', '1', 'ETH', 'USDC', '--optimize-for', 'luck'], {
    code: 'USAGE',
    says: ['net, output, gas'],
  })
})

test('the optimality gap is the same in every format', async () => {
  const { optimality, buy } = await requestQuote('10', 'ETH', 'USDC')
  if (optimality === null) throw new Error('nothing proven')
  expect(optimality.gapPpm).toBeLessThan(100)
  expect(raw(optimality.upperBound)).toBeLessThan(raw(buy) + raw(buy) / 1_000n)
  const body = parseDocument(await user.run(['quote', '10', 'ETH', 'USDC', '-o', 'api'])) as Record<string, unknown>
  const { minInput, ...ofSale } = optimality
  expect(minInput).toBeNull()
  expect(body['optimality']).toEqual({ ...ofSale, upperBound: optimality.upperBound.raw })
  const gap = /Within (\d\.\d+) bp of the best possible over \d+ pools/.exec(
    (await user.run(['quote', '10', 'ETH', 'USDC'])).stdout,
  )
  expect(Number(gap?.[1]) * 100 - optimality.gapPpm).toBeGreaterThanOrEqual(0)
  expect(Number(gap?.[1]) * 100 - optimality.gapPpm).toBeLessThanOrEqual(10)
})

test('the minimum input is the same in every format, and a smaller one buys too little', async () => {
  const args = ['20000', 'ETH', 'USDC', '--exact-out', '--optimize-for', 'output']
  const { optimality, sell } = await requestQuote(...args)
  const min = optimality?.minInput
  if (min === null || min === undefined) throw new Error('nothing proven')
  expect(min.gapPpm).toBeLessThan(100)
  expect(raw(min.lowerBound)).toBeLessThanOrEqual(raw(sell))
  const body = parseDocument(await user.run(['quote', ...args, '-o', 'api'])) as { optimality: unknown }
  expect(body.optimality).toMatchObject({ minInput: { ...min, lowerBound: min.lowerBound.raw } })
  expect((await user.run(['quote', ...args])).stdout).toMatch(
    /Within \d\.\d+ bp of the least possible input before gas over \d+ pools|Proven best: .* needs 0\.01 bp less/,
  )
  const less = await requestQuote(`raw:${raw(min.lowerBound) - 1n}`, 'ETH', 'USDC', '--optimize-for', 'output')
  expect(raw(less.buy)).toBeLessThan(20_000_000_000n)
})

test('an approval for a quote keeps to its --max-in, which one of a token has not', async () => {
  const { id } = await requestQuote('25', 'USDC', 'ETH', '-a', 'dev6')
  const approve = ['approve', id, '-a', 'dev6', '-y']
  await expectRefusal(user, [...approve, '--max-in', '24.9'], {
    code: 'ABOVE_MAX_IN',
    says: ['The quote sells 25 USDC, more than the 24.9 USDC that may be sold.'],
  })
  await expectRefusal(user, ['approve', 'USDC', '5', '-a', 'dev6', '-y', '--max-in', '5'], {
    code: 'USAGE',
    says: ['--max-in is for a quote', 'leave out --max-in'],
  })
  const { after } = parseData<{ after: string }>(await user.run([...approve, '--max-in', '25', '-o', 'json']))
  expect(after).toBe('25000000')
})
