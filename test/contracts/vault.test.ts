import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { getTestContractCode } from './compile.ts'
import { deployVault, vaultLeg } from './far-pools.ts'
import { readHoldings } from './holdings.ts'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from './rig.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from './trade.ts'

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

const cases: readonly [string, () => readonly Leg[]][] = [
  ['alone', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b])]],
  ['reversed', () => [vaultLeg(vault, [rig.tokens.b, rig.tokens.a])]],
  ['twice', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b]), vaultLeg(vault, [rig.tokens.b, rig.tokens.c])]],
  ['before a push', () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b]), createLeg(rig.pools.bc2, rig.tokens.b)]],
  ['after a push', () => [createLeg(rig.pools.ab2, rig.tokens.a), vaultLeg(vault, [rig.tokens.b, rig.tokens.c])]],
  ['after a callback', () => [createLeg(rig.pools.ab3, rig.tokens.a), vaultLeg(vault, [rig.tokens.b, rig.tokens.c])]],
  [
    'split with a callback',
    () => [vaultLeg(vault, [rig.tokens.a, rig.tokens.b], half), createLeg(rig.pools.ab3, rig.tokens.a)],
  ],
]

describe.each(cases)('Uniswap v4 %s', (_, legsOf) => {
  const asked = () => {
    const legs = legsOf()
    const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
    if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
    return { tokenIn, tokenOut, legs, affiliate: affiliatePercent(rig, 1) }
  }

  test('takes the whole amount and gives what the logs say', async () => {
    const done = await executeTrade(rig, asked(), encodeSwapCalldata(rig, asked()))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
    expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
    expect(done.bought).toBe(done.receiver)
  })

  test('refuses one unit more than it gives', async () => {
    const { receiver } = await executeTrade(rig, asked(), encodeSwapCalldata(rig, asked()))
    const more = encodeSwapCalldata(rig, { ...asked(), minimumOut: amount(receiver + 1n) })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: more })).toMatch('below the minimum')
  })
})

test('gives to the wei what the v3 pool with the same liquidity gives', async () => {
  const { a, b } = rig.tokens
  const ends = { tokenIn: a, tokenOut: b }
  const [v3, v4] = [[createLeg(rig.pools.ab3, a)], [vaultLeg(vault, [a, b])]].map((legs) => ({ ...ends, legs }))
  if (v3 === undefined || v4 === undefined) throw new Error('two trades')
  expect((await executeTrade(rig, v4, encodeSwapCalldata(rig, v4))).receiver).toBe(
    (await executeTrade(rig, v3, encodeSwapCalldata(rig, v3))).receiver,
  )
})

test('a vault without a running trade is not answered', async () => {
  const before = await readHoldings(rig)
  for (const from of [rig.stranger, vault]) {
    await rig.chain.rpc('anvil_impersonateAccount', from)
    const data = callbacks.encodeFunctionData('unlockCallback', [`0x${'00'.repeat(320)}`])
    expect(await rig.refusal({ from, to: rig.router, data })).toMatch('is not being traded with')
  }
  expect(await readHoldings(rig)).toEqual(before)
})

/** `EvilVault.Mode`, by number. */
const modes = { oweMore: 1, oweLess: 2, oweNothing: 3, neverCallBack: 4, callBackTwice: 5, asAPool: 7, giveNothing: 10 }

test.each([
  ['asks for more than it was offered', modes.oweMore, /more than the/],
  ['claims to owe the router', modes.oweNothing, /more than the/],
  ['calls back twice', modes.callBackTwice, /is not being traded with/],
  ['never calls back', modes.neverCallBack, /never asked for its payment/],
  ['calls back as a pool does', modes.asAPool, /is not being traded with/],
  ['gives nothing', modes.giveNothing, /below the minimum/],
  ['takes less of what the router holds', modes.oweLess, /could take only/],
] as const)("an attacker's vault that %s is refused", (_, mode, words) =>
  rig.undone(async () => {
    const evil = await rig.deploy(rig.stranger, getTestContractCode('EvilVault'))
    await rig.send({ from: rig.stranger, to: evil, data: evilVault.encodeFunctionData('set', [mode]) })
    const { a, b, c } = rig.tokens
    for (const token of [b, c])
      await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [evil, 10n * ether]) })
    const first = mode === modes.oweLess ? [createLeg(rig.pools.ab2, a)] : []
    const [tokenIn, tokenOut] = first.length > 0 ? [b, c] : [a, b]
    const data = encodeSwapCalldata(rig, {
      tokenIn: a,
      tokenOut,
      legs: [...first, vaultLeg(evil, [tokenIn, tokenOut])],
    })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch(words)
  }),
)

test('a pool armed for a callback is refused as a vault', () =>
  rig.undone(async () => {
    const evil = await rig.deploy(rig.stranger, getTestContractCode('EvilVault'))
    const { a, b } = rig.tokens
    const data = encodeSwapCalldata(rig, {
      tokenIn: a,
      tokenOut: b,
      legs: [createLeg(poolOf('uniswap-v3', evil, [a, b]), a)],
    })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch('is not being traded with')
  }))
