import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/route'
import { type Address, amount } from '#domain/units'
import { testContract } from './compile.ts'
import { deployVault, vaultLeg } from './far-pools.ts'
import { fortune } from './fortune.ts'
import { createRig, ether, leg, poolOf, type Rig } from './rig.ts'
import { calldata, percent, trade } from './trade.ts'

const half = wholeShare / 2
const callbacks = new Interface(['function unlockCallback(bytes)'])
const evilVault = new Interface(['function set(uint8)'])

let rig: Rig
let vault: Address
beforeAll(async () => {
  rig = await createRig()
  const { a, b, c } = rig.tokens
  vault = await deployVault(rig, [
    [a, b],
    [b, c],
  ])
})
afterAll(() => rig.close())

const ways: readonly [string, () => readonly Leg[]][] = [
  ['alone', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b])]],
  ['the other way', () => [vaultLeg(vault, [rig.tokens.b, rig.tokens.a])]],
  ['twice', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b]), vaultLeg(vault, [rig.tokens.b, rig.tokens.c])]],
  ['before a push', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b]), leg(rig.pools.bc2, rig.tokens.b)]],
  ['after a push', () => [leg(rig.pools.ab2, rig.tokens.a), vaultLeg(vault, [rig.tokens.b, rig.tokens.c])]],
  ['after a callback', () => [leg(rig.pools.ab3, rig.tokens.a), vaultLeg(vault, [rig.tokens.b, rig.tokens.c])]],
  ['beside a callback', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b], half), leg(rig.pools.ab3, rig.tokens.a)]],
]

describe.each(ways)('Uniswap v4 %s', (_, legsOf) => {
  const asked = () => {
    const legs = legsOf()
    const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
    if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
    return { tokenIn, tokenOut, legs, affiliate: percent(rig, 1) }
  }

  test('takes the whole amount and gives what the logs say', async () => {
    const done = await trade(rig, asked(), calldata(rig, asked()))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
    expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  })

  test('refuses one unit more than it gives', async () => {
    const { receiver } = await trade(rig, asked(), calldata(rig, asked()))
    const more = calldata(rig, { ...asked(), minimumOut: amount(receiver + 1n) })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: more })).toMatch('below the minimum')
  })
})

test('gives to the wei what the v3 pool with the same liquidity gives', async () => {
  const { a, b } = rig.tokens
  const ends = { tokenIn: a, tokenOut: b }
  const [v3, v4] = [[leg(rig.pools.ab3, a)], [vaultLeg(vault, [a, b])]].map((legs) => ({ ...ends, legs }))
  if (v3 === undefined || v4 === undefined) throw new Error('two trades')
  expect((await trade(rig, v4, calldata(rig, v4))).receiver).toBe((await trade(rig, v3, calldata(rig, v3))).receiver)
})

test('a vault that nobody trades with is not answered', async () => {
  const before = await fortune(rig)
  for (const from of [rig.stranger, vault]) {
    await rig.chain.rpc('anvil_impersonateAccount', from)
    const data = callbacks.encodeFunctionData('unlockCallback', [`0x${'00'.repeat(320)}`])
    expect(await rig.refusal({ from, to: rig.router, data })).toMatch('is not being traded with')
  }
  expect(await fortune(rig)).toEqual(before)
})

test.each([
  ['owes more than it was offered', /more than the/],
  ['owes below zero', /more than the/],
  ['answers twice', /is not being traded with/],
  ['never calls back', /never asked for its payment/],
  ['calls back as a pool does', /is not being traded with/],
  ['gives nothing', /below the minimum/],
  ['takes less of what the router holds', /could take only/],
] as const)('a vault of the attacker that %s is refused', (mode, words) =>
  rig.undone(async () => {
    const evil = await rig.deploy(rig.stranger, testContract('EvilVault'))
    const modes = ['owes more', 'owes below', 'answers', 'never', 'calls back', 'gives', 'takes less']
    const index = modes.findIndex((start) => mode.startsWith(start))
    await rig.send({ from: rig.stranger, to: evil, data: evilVault.encodeFunctionData('set', [index]) })
    const { a, b, c } = rig.tokens
    const first = mode.startsWith('takes') ? [leg(rig.pools.ab2, a)] : []
    const [tokenIn, tokenOut] = first.length > 0 ? [b, c] : [a, b]
    const data = calldata(rig, { tokenIn: a, tokenOut, legs: [...first, vaultLeg(evil, [tokenIn, tokenOut])] })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch(words)
  }),
)

test('a pool that was armed for a callback is not let in as a vault', () =>
  rig.undone(async () => {
    const evil = await rig.deploy(rig.stranger, testContract('EvilVault'))
    const { a, b } = rig.tokens
    const data = calldata(rig, { tokenIn: a, tokenOut: b, legs: [leg(poolOf('uniswap-v3', evil, [a, b]), a)] })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch('is not being traded with')
  }))
