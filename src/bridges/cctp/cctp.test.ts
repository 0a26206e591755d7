/** Routes, fees and limits of CCTP; what its contracts do is in `test/crossing/cctp.test.ts`. */
import { describe, expect, test } from 'vitest'
import type { BridgeMarket, CrossingReader } from '#domain/crossing/bridge'
import { amount, evm, type Hex, hex, networkName, ppm, seconds } from '#domain/units'
import { decodeCompletionCall, encodeCompletionCall } from '#encoding/crossing/completion'
import { all as allNetworks } from '#networks/all.gen'
import { bridge } from './index.ts'
import { decodeHook, encodeHook } from './message.ts'
import { cctpNetworks } from './networks.ts'
import { chooseFee, noFee, readFees } from './quote.ts'

const network = (name: string, chainId: number) => ({ name: networkName(name), chainId })
const [ethereum, base, plasma, morph] = [
  network('ethereum', 1),
  network('base', 8453),
  network('plasma', 9745),
  network('morph', 2818),
]
const word = (n: bigint | number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)

describe('routes', () => {
  test('are of USDC between two networks with one address of ours', () => {
    const routes = bridge.listRoutes(ethereum, base)
    expect(routes).toHaveLength(1)
    expect(routes[0]).toMatchObject({
      bridge: 'cctp',
      symbol: 'USDC',
      toChainId: 8453,
      asset: { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 },
      toAsset: { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 },
    })
    expect(routes[0]?.contract).toBe(routes[0]?.toContract)
    expect(bridge.listRoutes(ethereum, ethereum)).toEqual([])
    expect(bridge.listRoutes(ethereum, network('bsc', 56))).toEqual([])
    // another contract deploys ours on plasma and on morph: they lead to each other only
    expect(bridge.listRoutes(ethereum, plasma)).toEqual([])
    expect(bridge.listRoutes(morph, plasma)).toHaveLength(1)
    expect(bridge.listRoutes(network('sandbox-ethereum', 1), network('sandbox-plasma', 9745))).toHaveLength(1)
  })

  test('there are fifteen networks, each once, as their entries say', () => {
    expect(new Set(cctpNetworks.map(({ domain }) => domain)).size).toBe(15)
    expect(cctpNetworks).toHaveLength(15)
    for (const { name, chainId, usdc, deployer } of cctpNetworks) {
      const entry = allNetworks.find((one) => one.name === name)
      expect([name, entry?.chainId]).toEqual([name, chainId])
      const listed = entry?.tokens.find((token) => token.address === usdc)
      if (listed !== undefined) expect([name, listed.decimals]).toEqual([name, 6])
      expect([name, entry !== undefined && 'deployer' in entry ? entry.deployer : undefined]).toEqual([name, deployer])
    }
  })
})

describe('fees', () => {
  test('are what the service says, in basis points, and are not believed beyond a hundredth', () => {
    const rows = [
      { finalityThreshold: 1000, minimumFee: 1.3 },
      { finalityThreshold: 2000, minimumFee: 0 },
    ]
    expect(readFees(rows)).toEqual({ fast: { rate: 130, fixed: 0n }, final: { rate: 0, fixed: 0n } })
    expect(readFees([{ finalityThreshold: 1000, minimumFee: 0.001 }])).toEqual({ fast: { rate: 1, fixed: 0n } })
    for (const answer of [undefined, {}, 'no', [null], [{ finalityThreshold: 1000, minimumFee: -1 }]])
      expect(readFees(answer)).toEqual({})
    for (const minimumFee of [100.01, Number.NaN, '1', null])
      expect(readFees([{ finalityThreshold: 1000, minimumFee }])).toEqual({})
  })

  test('fast if that is cheap; final without a fee if nothing is known', () => {
    const fee = (rate: number) => ({ rate: ppm(rate), fixed: amount(0n) })
    expect(chooseFee({})).toEqual({ finality: 'final', fee: noFee })
    expect(chooseFee({ fast: fee(500) })).toEqual({ finality: 'fast', fee: fee(500) })
    expect(chooseFee({ fast: fee(501), final: fee(0) })).toEqual({ finality: 'final', fee: fee(0) })
    // a fee makes a burn a fast one
    expect(chooseFee({ fast: fee(600), final: fee(10) })).toEqual({ finality: 'fast', fee: fee(600) })
  })

  test('are taken off what is burned, rounded in favour of CCTP', () => {
    const [route] = bridge.listRoutes(ethereum, base)
    if (route === undefined) throw new Error('no route')
    expect(bridge.toTerms(route, { rate: ppm(130), fixed: amount(0n) })).toEqual({
      bridgeRate: '999870000000000000',
      bridgeFee: '0',
    })
    expect(bridge.quote(route, amount(1_000_001n), { rate: ppm(130), fixed: amount(0n) })).toBe(999_870n)
    expect(bridge.quote(route, amount(7n), noFee)).toBe(7n)
  })
})

describe('an offer', () => {
  const [route] = bridge.listRoutes(ethereum, base)
  if (route === undefined) throw new Error('no route')
  const limit = 5_000_000n
  const answers: Readonly<Record<string, Hex>> = {
    '0xcb75c11c': word(0xabcd), // localMinter()
    '0x82a5e665': word(0x28b5a0e9c621a5badaa536219b3a228c8168cf5dn), // remoteTokenMessengers(uint32)
    '0xa56ec632': word(limit), // burnLimitsPerMessage(address)
    '0x927ede2d': word(0x28b5a0e9c621a5badaa536219b3a228c8168cf5dn), // MESSENGER()
  }
  const market = (changed: Readonly<Record<string, Hex>> = {}, there = changed): BridgeMarket => {
    const read = (said: Readonly<Record<string, Hex>>): CrossingReader => ({
      receipt: async () => undefined,
      call: async (_, data) => ({ ...answers, ...said })[data.slice(0, 10)] ?? hex('0x'),
      logs: async () => [],
      now: async () => seconds(0),
      blockNumber: async () => undefined,
    })
    return {
      source: { network: ethereum, reader: read(changed) },
      destination: { network: base, reader: read(there) },
      paymentCost: amount(1n),
      arrival: undefined,
      service: async (path) =>
        path === '/v2/burn/USDC/fees/0/6' ? [{ finalityThreshold: 1000, minimumFee: 1 }] : undefined,
    }
  }

  test('is within the limit of a burn, for the fee that is asked for', async () => {
    expect(await bridge.offer(route, amount(limit), market())).toEqual({
      fee: { rate: 100, fixed: 0n },
      completionCost: 1n,
      paid: 4_999_500n,
      value: 0n,
      usualSeconds: 60,
    })
    expect(await bridge.offer(route, amount(limit + 1n), market())).toBeUndefined()
    const { service: _, ...silent } = market()
    expect(await bridge.offer(route, amount(limit), silent)).toMatchObject({ paid: limit, usualSeconds: 1200 })
    expect(
      await bridge.offer(route, amount(limit), {
        ...market(),
        service: async () => {
          throw new Error('down')
        },
      }),
    ).toMatchObject({ paid: limit })
  })

  test('is none if anything of CCTP’s or ours is missing', async () => {
    for (const selector of Object.keys(answers))
      for (const said of [hex('0x'), word(0)])
        expect([selector, await bridge.offer(route, amount(1n), market({ [selector]: said }, {}))]).toEqual([
          selector,
          undefined,
        ])
    expect(await bridge.offer(route, amount(1n), market({}, { '0x927ede2d': hex('0x') }))).toBeUndefined()
  })
})

test('what is told of failures is that nothing comes back on the source', () => {
  const [route] = bridge.listRoutes(ethereum, base)
  if (route === undefined) throw new Error('no route')
  const [user, crossing] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`) as [string, string]
  const order = { refundTo: user, recipient: user, receiver: crossing, toDeadline: '1800000000' }
  const there = {
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    network: 'base',
    owner: user,
    from: 0,
    isAutomatic: false,
  }
  expect(bridge.listFailures(route, order)).toEqual([
    { failure: 'nobody_completes', ...there },
    { failure: 'swap_fails', ...there },
  ])
  expect(bridge.listFailures(route, { ...order, receiver: user })).toHaveLength(1)
})

test('hooks and completions have one encoding', () => {
  const said = { at: seconds(1_800_000_000), number: 7n, receiver: evm(`0x${'7'.repeat(40)}`), message: hex('0x1234') }
  const hook = encodeHook(said)
  expect(decodeHook(hook)).toEqual(said)
  for (const other of [`${hook}00`, hook.slice(0, -2), '0x', '0x12']) expect(decodeHook(hex(other))).toBeUndefined()
  for (const byBridge of [true, false]) {
    const signed = { message: hex('0x0102'), attestation: hex('0x0304') }
    const data = encodeCompletionCall(signed, byBridge)
    expect(decodeCompletionCall(data)).toEqual({ byBridge, ...signed })
    for (const other of [`${data}00`, data.slice(0, -2), data.slice(0, 10), '0x12345678'])
      expect(decodeCompletionCall(hex(other))).toBeUndefined()
  }
})
