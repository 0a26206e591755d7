/** `--slippage auto`: the least that survives what the pools of the route have done in the last blocks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusePast } from '../chain/faults.ts'
import { expectFailureJson, parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

interface Quote {
  readonly slippagePpm: number
  readonly minBuy: { readonly raw: string }
  readonly buy: { readonly raw: string }
  readonly recentMoves: { readonly movedPpm: number; readonly samples: number } | null
}

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const quote = async (...more: readonly string[]): Promise<Quote> =>
  parseData<Quote>(await user.run(['quote', '1', 'ETH', 'USDC', '-o', 'json', ...more]))
const sell = async (what: string, account: string): Promise<void> => {
  expect((await user.run(['swap', what, 'ETH', 'USDC', '-a', account, '-y', '-q'])).code).toBe(0)
}

test('follows the largest move of the last blocks, and the minimum follows it', async () => {
  expect(await quote('--slippage', 'auto')).toMatchObject({
    slippagePpm: 300,
    recentMoves: { movedPpm: 0, samples: 6 },
  })

  await sell('20', 'dev1')
  const moved = await quote('--slippage', 'auto')
  expect(moved.recentMoves?.movedPpm).toBeGreaterThan(1_500)
  expect(moved.slippagePpm).toBe(Math.ceil((moved.recentMoves?.movedPpm ?? 0) * 1.25) + 100)
  const out = BigInt(moved.buy.raw)
  expect(BigInt(moved.minBuy.raw)).toBe((out * BigInt(1_000_000 - moved.slippagePpm)) / 1_000_000n)
  expect(await quote()).toMatchObject({ slippagePpm: 5_000, recentMoves: null })

  // the same again between the quote and the swap: the minimum is still met
  const id = (await user.run(['quote', '1', 'ETH', 'USDC', '--slippage', 'auto', '-a', 'dev2', '--get', 'data.id']))
    .stdout
  await sell('20', 'dev1')
  const swapped = parseData<{ stage: string }>(await user.run(['swap', id.trim(), '-a', 'dev2', '-y', '-o', 'json']))
  expect(swapped.stage).toBe('confirmed')
})

test('is bounded as a typed one is', async () => {
  const ran = await user.run([
    'swap',
    '1',
    'ETH',
    'USDC',
    '--slippage',
    'auto',
    '--max-slippage',
    '0.01%',
    '-a',
    'dev2',
    '-y',
    '-o',
    'json',
  ])
  expectFailureJson(ran, { code: 'SLIPPAGE_TOO_HIGH' })
})

test('refuses more than the settings accept, and a block of its own', async () => {
  expect((await user.run(['config', 'set', 'trade.maxSlippagePpm', '200'])).code).toBe(0)
  const dear = await user.run(['quote', '1', 'ETH', 'USDC', '--slippage', 'auto', '-o', 'json'])
  expectFailureJson(dear, { code: 'SLIPPAGE_TOO_HIGH' })
  const past = await user.run(['quote', '1', 'ETH', 'USDC', '--slippage', 'auto', '--block', '17', '-o', 'json'])
  expectFailureJson(past, { code: 'USAGE' })
})

test('an exact output is followed as an exact input is', async () => {
  const args = ['quote', '2000', 'ETH', 'USDC', '--exact-out', '--slippage', 'auto', '-o', 'json']
  expect(parseData<Quote>(await fixture.createHostedUser().run(args)).recentMoves).toMatchObject({ samples: 6 })
})

test('endpoints that keep no past say nothing of moves', async () => {
  const head = Number(await fixture.chain.rpc('eth_blockNumber'))
  const proxy = await fixture.addProxy([refusePast(head)])
  const args = ['quote', '1', 'ETH', 'USDC', '--slippage', 'auto', '-o', 'json']
  const error = expectFailureJson(await fixture.createHostedUser().run(args, { rpc: proxy.url }), {
    code: 'PAST_UNKNOWN',
  })
  expect(error.fix).toContain('name the slippage: --slippage 0.5%')
})
