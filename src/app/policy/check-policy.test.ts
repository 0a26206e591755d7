import { expect, test } from 'vitest'
import { noRules, type PolicyRules, type PolicyToken, type StoredPolicy } from '#domain/policy/policy'
import { type Address, amount, evm, gas, hex, nativeToken, networkName, seconds, wei } from '#domain/units'
import { deployer } from '#encoding/contracts/router-deploy'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'
import { checkPolicy } from './check-policy.ts'
import { type Outflow, readOutflow } from './outflow.ts'

const base = getNetworkEntry('base')
const sender = evm(`0x${'1'.repeat(40)}`)
const other = evm(`0x${'2'.repeat(40)}`)
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const fees = { type: 2, maxFeePerGas: wei(3n), maxPriorityFeePerGas: wei(1n) } as const
const plain = {
  from: sender,
  to: other,
  data: hex('0x'),
  value: wei(0n),
  chainId: base.chainId,
  gasLimit: gas(10n),
  fees,
}

const policyOf = (rules: Partial<PolicyRules>, countsHere = true): StoredPolicy => ({
  ...noRules,
  ...rules,
  path: '/keys/.policy.json',
  stateDirectory: '/state',
  countsHere,
})
const outflow = (change: Partial<Outflow>): Outflow => ({
  spends: [],
  allowances: [],
  tokens: [],
  recipients: [],
  ...change,
})
const spent = (raw: bigint, age: number, token = usdc, network = 'base') => ({
  at: seconds(1_800_000_000 - age),
  network: networkName(network),
  token,
  amount: raw,
})
const check =
  (policy: StoredPolicy, flow: Partial<Outflow>, before: ReturnType<typeof spent>[] = []) =>
  () =>
    checkPolicy(policy, { network: base, sender, outflow: outflow(flow), spent: before, entryOf: getNetworkEntry })

test('reads what leaves the account from the bytes', () => {
  expect(readOutflow(base, plain, undefined)).toBeUndefined()
  expect(readOutflow(base, { ...plain, value: wei(5n) }, undefined)).toBeUndefined()
  // a cancellation
  expect(readOutflow(base, { ...plain, to: sender }, undefined)?.spends).toEqual([{ token: nativeToken, amount: 30n }])
  expect(readOutflow(base, { ...plain, to: sender, value: wei(1n) }, undefined)).toBeUndefined()
  expect(readOutflow(base, { ...plain, to: deployer, data: hex('0x00') }, undefined)?.spends).toEqual([
    { token: nativeToken, amount: 30n },
  ])
  expect(readOutflow(base, { ...plain, to: deployer, value: wei(1n) }, undefined)).toBeUndefined()
  const approval = { ...plain, to: usdc, data: encodeApprove(other, amount(7n)) }
  expect(readOutflow(base, approval, undefined)).toEqual({
    spends: [{ token: nativeToken, amount: 30n }],
    allowances: [{ token: usdc, amount: 7n, isOurs: false }],
    tokens: [usdc],
    recipients: [other],
  })
  expect(readOutflow(base, { ...approval, value: wei(1n) }, undefined)).toBeUndefined()
  const trade = { sell: { address: nativeToken }, buy: { address: usdc }, sellAmount: 5n, to: sender }
  expect(readOutflow(base, { ...plain, value: wei(5n) }, trade)).toEqual({
    spends: [{ token: nativeToken, amount: 35n }],
    allowances: [],
    tokens: [nativeToken, usdc],
    recipients: [sender, other],
  })
})

test('a limit of a transaction holds for what is sold and for what may be taken', () => {
  const policy = policyOf({ perTransaction: [{ token: { symbol: 'usdc' }, limit: '100' }] })
  expect(check(policy, { spends: [{ token: usdc, amount: 100_000_000n }] })).not.toThrow()
  expect(check(policy, { spends: [{ token: usdc, amount: 100_000_001n }] })).toThrow(
    'at most 100 USDC per transaction, and this asks for 100.000001 USDC. It was not signed.'.replaceAll(
      'USDC',
      'usdc',
    ),
  )
  const allowance = (raw: bigint) => ({ allowances: [{ token: usdc, amount: raw, isOurs: true }] })
  expect(check(policy, allowance(100_000_000n))).not.toThrow()
  expect(check(policy, allowance((1n << 256n) - 1n))).toThrow('asks for usdc without limit')
  expect(check(policy, { spends: [{ token: other, amount: 1n << 200n }] })).not.toThrow()
})

test('a limit of a day names what is asked, spent and left, and when room returns', () => {
  const policy = policyOf({ perDay: [{ token: { symbol: 'USDC' }, limit: '100' }] })
  const before = [spent(30_000_000n, 80_000), spent(40_000_000n, 70_000)]
  const ask = (raw: bigint) => ({ spends: [{ token: usdc, amount: raw }] })
  expect(check(policy, ask(30_000_000n), before)).not.toThrow()
  expect(check(policy, ask(50_000_000n), before)).toThrow(
    expect.objectContaining({
      code: 'POLICY_VIOLATED',
      exit: 10,
      details: {
        path: '/keys/.policy.json',
        rule: 'at most 100 USDC per day, and this asks for 50 USDC',
        limit: '100 USDC',
        asked: '50 USDC',
        spent: '70 USDC',
        left: '30 USDC',
        // 1,800,000,000 - 80,000 + 86,401: the first 30 are older than a day
        room: '2027-01-15T09:46:41.000Z',
      },
    }),
  )
  expect(check(policy, ask(101_000_000n), before)).toThrow(
    expect.objectContaining({ fix: ['30 USDC fit now', 'swapline policy show'] }),
  )
  expect(check(policyOf(policy, false), ask(1n))).toThrow('counted in /state')
})

test('one symbol is one limit on all real networks; a sandbox counts for itself', () => {
  const policy = policyOf({ perDay: [{ token: { symbol: 'USDC' }, limit: '100' }] })
  const onEthereum = evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
  const ask = { spends: [{ token: usdc, amount: 50_000_000n }] }
  expect(check(policy, ask, [spent(60_000_000n, 10, onEthereum, 'ethereum')])).toThrow('60 USDC were signed')
  expect(check(policy, ask, [spent(60_000_000n, 10, usdc, 'sandbox-base')])).not.toThrow()
})

test('the native currency and its wrapped form are one token', () => {
  const limit = { token: { symbol: 'ETH' }, limit: '1' }
  const ether = 10n ** 18n
  for (const rules of [{ perTransaction: [limit] }, { perTransaction: [{ token: { symbol: 'WETH' }, limit: '1' }] }]) {
    const policy = policyOf(rules)
    expect(check(policy, { spends: [{ token: base.wrapped, amount: ether }] })).not.toThrow()
    expect(check(policy, { spends: [{ token: base.wrapped, amount: ether + 1n }] })).toThrow()
    expect(check(policy, { spends: [{ token: nativeToken, amount: ether + 1n }] })).toThrow()
  }
  const denied = policyOf({ denyTokens: [{ symbol: 'ETH' }] })
  expect(check(denied, { tokens: [base.wrapped] })).toThrow('denied token')
  const day = policyOf({ perDay: [limit] })
  expect(
    check(day, { spends: [{ token: base.wrapped, amount: ether / 2n }] }, [spent(ether, 5, nativeToken)]),
  ).toThrow()
})

test('a contract that shows the native balance is the native currency, each with its own decimals', () => {
  const network = getNetworkEntry('stable')
  const [twin = other] = network.nativeTwins ?? []
  const token = { network: network.name, address: twin, symbol: 'USDT0', decimals: 6 }
  const ask = (of: PolicyToken, sold: Address, raw: bigint) => () =>
    checkPolicy(policyOf({ perTransaction: [{ token: of, limit: '5' }] }), {
      ...{ network, sender, spent: [], entryOf: getNetworkEntry },
      outflow: outflow({ spends: [{ token: sold, amount: raw }] }),
    })
  for (const rule of [token, { ...token, address: nativeToken, decimals: 18 }, { symbol: 'USDT0' }])
    for (const [sold, decimals] of [[twin, 6] as const, [nativeToken, 18] as const, [network.wrapped, 18] as const]) {
      expect(ask(rule, sold, 5n * 10n ** BigInt(decimals))).not.toThrow()
      expect(ask(rule, sold, 5n * 10n ** BigInt(decimals) + 1n)).toThrow('at most 5 USDT0')
    }
})

test('where tokens pay for gas, gas counts as the usual one of them', () => {
  const network = getNetworkEntry('tempo')
  const address = network.feeToken?.address ?? other
  const ask = (of: PolicyToken, sold: bigint, cost: bigint) => () =>
    checkPolicy(policyOf({ perTransaction: [{ token: of, limit: '5' }] }), {
      ...{ network, sender, spent: [], entryOf: getNetworkEntry },
      outflow: outflow({
        spends: [
          { token: nativeToken, amount: cost },
          { token: address, amount: sold },
        ],
      }),
    })
  for (const rule of [{ symbol: 'pathUSD' }, { network: network.name, address, symbol: 'pathUSD', decimals: 6 }]) {
    expect(ask(rule, 4_000_000n, 10n ** 18n)).not.toThrow()
    expect(ask(rule, 4_000_000n, 10n ** 18n + 1n)).toThrow('at most 5 pathUSD')
  }
  expect(ask({ symbol: 'USDC.e' }, 4_000_000n, 10n ** 20n)).not.toThrow()
})

test('one contract by its address, with more decimals than are counted', () => {
  const token = { network: networkName('base'), address: other, symbol: 'BIG', decimals: 40 }
  const policy = policyOf({ perTransaction: [{ token, limit: '0' }] })
  expect(check(policy, { spends: [{ token: other, amount: 1n }] })).toThrow()
  expect(check(policy, { spends: [{ token: sender, amount: 1n }] })).not.toThrow()
})

test('tokens, recipients and networks', () => {
  expect(check(policyOf({ allowTokens: [{ symbol: 'ETH' }] }), { tokens: [nativeToken, base.wrapped] })).not.toThrow()
  expect(check(policyOf({ allowTokens: [{ symbol: 'ETH' }] }), { tokens: [usdc] })).toThrow(
    'not among the allowed tokens',
  )
  const paid = policyOf({ allowRecipients: [other] })
  expect(check(paid, { recipients: [sender, other] })).not.toThrow()
  expect(check(paid, { recipients: [other, usdc] })).toThrow('not among the allowed recipients')
  expect(check(policyOf({ networks: [networkName('base')] }), {})).not.toThrow()
  expect(check(policyOf({ networks: [networkName('ethereum')] }), {})).toThrow('base is not among')
})

test('an approval for a router that is not ours lets its owner take: only an allowed recipient may', () => {
  const data = encodeApprove(other, amount(7n))
  const flow = readOutflow(base, { ...plain, to: usdc, data }, undefined)
  expect(check(policyOf({ allowRecipients: [other] }), flow ?? {})).not.toThrow()
  expect(check(policyOf({ allowRecipients: [usdc] }), flow ?? {})).toThrow('not among the allowed recipients')
  const revoked = readOutflow(base, { ...plain, to: usdc, data: encodeApprove(other, amount(0n)) }, undefined)
  expect(check(policyOf({ allowRecipients: [usdc] }), revoked ?? {})).not.toThrow()
})

test('of the transactions with one nonce the largest counts towards a limit of a day, by all that it pays', () => {
  const policy = policyOf({ perDay: [{ token: { symbol: 'ETH' }, limit: '10' }] })
  const { wrapped } = base
  const coins = (n: bigint) => n * 10n ** 18n
  const paidBy = (intent: string, nonce: string, raw: bigint, token = nativeToken, age = 1_000) => ({
    ...spent(raw, age, token),
    by: { nonce, intent },
  })
  const before = [
    paidBy('a', '7', coins(2n)),
    paidBy('a', '7', coins(3n), wrapped),
    paidBy('b', '7', coins(4n), nativeToken, 500),
    paidBy('c', '8', coins(2n)),
  ]
  const ask = (whole: bigint, nonce?: string) => () =>
    checkPolicy(policy, {
      ...{ network: base, sender, outflow: outflow({ spends: [{ token: nativeToken, amount: coins(whole) }] }) },
      ...{ spent: before, entryOf: getNetworkEntry, nonce },
    })
  expect(ask(3n)).not.toThrow() // 5 of nonce 7 and 2 of nonce 8
  expect(ask(4n)).toThrow('ETH')
  expect(ask(8n, '7')).not.toThrow() // instead of 5
  expect(ask(9n, '7')).toThrow('ETH')
  expect(ask(5n, '8')).not.toThrow()
  expect(ask(6n, '8')).toThrow('ETH')
  expect(ask(1n, '7')).not.toThrow()
  // 5 of nonce 7 count as long as any transaction with it does
  expect(ask(6n)).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ spent: '7 ETH', left: '3 ETH' }) }),
  )
  const late = expect.objectContaining({ room: '2027-01-16T07:51:41.000Z' })
  expect(ask(9n)).toThrow(expect.objectContaining({ details: late }))
})
