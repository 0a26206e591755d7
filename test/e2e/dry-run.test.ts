/** A dry run needs neither account nor funds nor allowance, and calls nothing checked that was not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressWord, word } from '#domain/calls/words'
import { evm, hex } from '#domain/units'
import { keccak } from '#encoding/keccak'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rule } from '../chain/faults.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

interface Assumed {
  readonly of: string
  readonly owner: string
  readonly actual: { readonly raw: string }
  readonly assumed: { readonly formatted: string; readonly token: { readonly symbol: string } }
}
interface DryRun {
  readonly stage: string
  readonly quoteId: string
  readonly payload: { readonly from: string; readonly data: string }
  readonly output?: { readonly raw: string }
  readonly gasUsed?: string
  readonly assumed?: readonly Assumed[]
}
interface Swap {
  readonly bought: { readonly raw: string }
  readonly quoted: { readonly raw: string }
}

const nobody = '0x1111111111111111111111111111111111111111'

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const describeAssumed = ({ assumed = [] }: DryRun): readonly string[] =>
  assumed.map(({ of, assumed: { formatted, token } }) => `${of} ${formatted} ${token.symbol}`)

describe.each([
  ['3', 'ETH', 'USDC'],
  ['1234.5', 'USDC', 'ETH'],
  ['1500', 'USDT', 'WETH'],
  ['777', 'DAI', 'USDC'],
  ['0.05', 'WBTC', 'USDT'],
  ['40', 'UNI', 'ETH'],
  ['2', 'wstETH', 'ETH'],
])('%s %s to %s', (amount, sell, buy) => {
  const trade = [amount, sell, buy] as const

  test('of an address without anything brings what it really brings on the same state', async () => {
    const [block, nonce] = [await fixture.chain.rpc('eth_blockNumber'), await fixture.countSentBy('dev1')]
    const quoted = parseData<{ id: string; buy: { raw: string } }>(
      await user.run(['quote', ...trade, '--from-address', nobody, '-o', 'json']),
    )
    const tried = await user.run(['swap', quoted.id, '--dry-run', '--from-address', nobody, '-o', 'json'])
    const dry = parseData<DryRun>(tried)
    expect(JSON.parse(tried.stdout).warnings).toEqual([])
    expect(dry.stage).toBe('simulated')
    expect(dry.output?.raw).toBe(quoted.buy.raw)
    expect(Number(dry.gasUsed)).toBeGreaterThan(60_000)
    const tokens = [`balance ${amount} ${sell}`, `allowance ${amount} ${sell}`]
    expect(describeAssumed(dry)).toEqual(
      sell === 'ETH'
        ? [expect.stringMatching(/^balance 3\.00\d+ ETH$/)]
        : [expect.stringMatching(/^balance 0\.0\d+ ETH$/), ...tokens],
    )
    for (const { owner, actual } of dry.assumed ?? []) expect([owner, actual.raw]).toEqual([nobody, '0'])

    // nothing was sent, and nothing is: the chain is as it was
    expect(await fixture.chain.rpc('eth_blockNumber')).toBe(block)
    expect(await fixture.countSentBy('dev1')).toBe(nonce)
    // with its own approval first, if it needs one: that moves no pool
    const real = parseData<Swap>(await user.run(['swap', ...trade, '-y', '-a', 'dev1', '-o', 'json']))
    expect(real.bought.raw).toBe(dry.output?.raw)
  }, 60_000)
})

describe('what is assumed', () => {
  test('is nothing for an account that has everything', async () => {
    const dry = parseData<DryRun>(await user.run(['swap', '1', 'ETH', 'USDC', '--dry-run', '-a', 'dev2', '-o', 'json']))
    expect([dry.stage, dry.assumed]).toEqual(['simulated', []])
    expect(dry.payload.from.toLowerCase()).toBe(findDevAddress('dev2'))
  })

  test('is the allowance alone for one that has only the balance, in words too', async () => {
    const args = ['swap', '10', 'USDT', 'ETH', '--dry-run', '-a', 'dev2']
    expect(describeAssumed(parseData<DryRun>(await user.run([...args, '-o', 'json'])))).toEqual(['allowance 10 USDT'])
    const { stdout } = await user.run(args)
    expect(stdout).toContain('  Assumed   an allowance of 10 USDT; it is 0 USDT\n')
    expect(stdout).toContain('✔ Built, checked and simulated. Nothing was signed')
    expect(stdout).toMatch(/\n {12}quoted [\d.]+ ETH\n/)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('is nothing with --real-state: then it says what was not simulated, and why', async () => {
    const args = ['swap', '10', 'USDT', 'ETH', '--dry-run', '--real-state', '-a', 'dev2']
    const ran = await user.run([...args, '-o', 'json'])
    const dry = parseData<DryRun>(ran)
    expect([dry.stage, dry.output, dry.gasUsed, dry.assumed]).toEqual(['built', undefined, undefined, undefined])
    expect(JSON.parse(ran.stdout).warnings).toMatchObject([
      { code: 'NOT_SIMULATED', message: /router may take 0 USDT/ },
    ])
    const { stdout } = await user.run(args)
    expect(stdout).toContain('? Built and checked, NOT simulated')
    expect(stdout).not.toContain('Next')
    expect((await user.run(['swap', '1', 'ETH', 'USDC', '-y', '--real-state', '-a', 'dev2'])).code).toBe(2)
  })
})

describe('a node that cannot assume', () => {
  /** The node never hears of the overrides. */
  const deaf: readonly Rule[] = ['eth_call', 'eth_estimateGas'].map((method) => ({
    method,
    when: ({ params }) => params.length > 2,
    fault: { kind: 'rewrite', params: ({ params }) => params.slice(0, 2) },
  }))

  test.each([
    ['3', 'ETH', 'USDC', /does not assume a balance/],
    ['10', 'DAI', 'USDC', /The endpoint does not assume|balance cannot be assumed/],
  ])('is noticed: %s %s is not called simulated', async (amount, sell, buy, why) => {
    const { url } = await fixture.addProxy([...deaf])
    const args = ['swap', amount, sell, buy, '--dry-run', '--from-address', nobody, '-o', 'json']
    const ran = await user.run(args, { rpc: url })
    expect(parseData<DryRun>(ran)).toMatchObject({ stage: 'built' })
    expect(parseData<DryRun>(ran)).not.toHaveProperty('output')
    expect(JSON.parse(ran.stdout).warnings).toMatchObject([{ code: 'NOT_SIMULATED', message: why }])
  })
})

/** USDC's own contract keeps the balance and, in the highest bit, whether the account is blocked in one word. */
test('an account that USDC blocks is not assumed free', async () => {
  const [holder, token] = ['0x3333333333333333333333333333333333333333', sandboxGround.tokens.USDC.address]
  const slot = keccak(hex(`0x${addressWord(evm(holder))}${word(9)}`))
  const args = ['swap', '25', 'USDC', 'ETH', '--dry-run', '--from-address', holder, '-o', 'json']
  expect(parseData<DryRun>(await user.run(args)).stage).toBe('simulated')
  await fixture.chain.rpc('anvil_setStorageAt', token, slot, `0x80${'00'.repeat(31)}`)
  const blocked = await user.run(args)
  expect(parseData<DryRun>(blocked)).toMatchObject({ stage: 'built' })
  expect(JSON.parse(blocked.stdout).warnings).toMatchObject([
    { code: 'NOT_SIMULATED', message: /balance cannot be assumed/ },
  ])
})

test('with no account at all and on a real network’s name, anybody’s swap is tried', async () => {
  const up = await user.run(['sandbox', 'up', '--as', 'base', '-o', 'json'], { network: false })
  const { url } = parseData<{ url: string }>(up)
  try {
    const dry = await user.run(['swap', '10', 'ETH', 'USDC', '--dry-run', '-n', 'base', '--rpc-url', url], {
      network: false,
    })
    expect([dry.code, dry.stderr]).toEqual([0, ''])
    expect(dry.stdout).toContain(
      '  Sender    nobody in particular\n            0x000000000000000000000000000000000000dEaD\n',
    )
    expect(dry.stdout).toMatch(/Assumed {3}a balance of 10\.\d+ ETH; it is 0 ETH/)
    expect(dry.stdout).toContain('✔ Built, checked and simulated. Nothing was signed')
    const swap = await user.run(['swap', '10', 'ETH', 'USDC', '-y', '-n', 'base', '--rpc-url', url, '-o', 'json'], {
      network: false,
    })
    expect(JSON.parse(swap.stdout).error).toMatchObject({ code: 'NO_ACCOUNT', sent: false })
  } finally {
    await user.run(['sandbox', 'down', '--as', 'base'], { network: false })
  }
}, 240_000)
