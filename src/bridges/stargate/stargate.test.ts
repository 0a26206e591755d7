/** Routes, fees and offers of Stargate; what its contracts do is in `test/crossing/stargate.spec.ts`. */
import { AbiCoder, Interface } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { BridgeMarket, BridgeReceipt, CrossingReader } from '#domain/crossing/bridge'
import { quoteBridge } from '#domain/crossing/bridge-terms'
import { computeBridgePayment } from '#domain/crossing/cross-order'
import { amount, evm, gas, type Hex, hex, networkName, ppm, seconds } from '#domain/units'
import { stargateBridgeAbi } from '#encoding/contracts/stargate-bridge.gen'
import {
  decodeExecutionCall,
  encodeCompose,
  encodeReceive,
  encodeRepay,
  getEndpoint,
} from '#encoding/crossing/execution'
import { all as allNetworks } from '#networks/all.gen'
import { bridge } from './index.ts'
import { stargateNetworks } from './networks.ts'
import { findComposed, findPacket } from './packet.ts'
import { toFee, toTerms } from './quote.ts'
import { findSent } from './track.ts'

const network = (name: string, chainId: number) => ({ name: networkName(name), chainId })
const [ethereum, base, bsc] = [network('ethereum', 1), network('base', 8453), network('bsc', 56)]
const coder = AbiCoder.defaultAbiCoder()
const encode = (types: readonly string[], values: readonly unknown[]): Hex => hex(coder.encode(types, values))
const ours = new Interface(stargateBridgeAbi)
const address = (digit: string) => evm(`0x${digit.repeat(40)}`)

describe('routes', () => {
  test('are of the assets that both networks have, where our contract has one address', () => {
    const routes = bridge.listRoutes(ethereum, bsc)
    expect(routes.map(({ symbol, asset, toAsset }) => [symbol, asset.decimals, toAsset.decimals])).toEqual([
      ['USDC', 6, 18],
      ['USDT', 6, 18],
    ])
    expect(routes[0]?.contract).toBe(routes[0]?.toContract)
    expect(bridge.listRoutes(ethereum, base).map(({ symbol }) => symbol)).toEqual(['USDC'])
    expect(bridge.listRoutes(ethereum, ethereum)).toEqual([])
    expect(bridge.listRoutes(ethereum, network('linea', 59144))).toEqual([])
    // another contract deploys ours on metis and on taiko: they lead to each other only
    expect(bridge.listRoutes(ethereum, network('metis', 1088))).toEqual([])
    expect(bridge.listRoutes(network('taiko', 167000), network('metis', 1088)).map((one) => one.symbol)).toEqual([
      'USDT',
    ])
    expect(bridge.listRoutes(network('sandbox-ethereum', 1), network('sandbox-metis', 1088))).toHaveLength(1)
  })

  test('there are fourteen networks, each once, as their entries say', () => {
    expect(new Set(stargateNetworks.map(({ eid }) => eid)).size).toBe(14)
    expect(stargateNetworks).toHaveLength(14)
    for (const { name, chainId, assets, deployer } of stargateNetworks) {
      const entry = allNetworks.find((one) => one.name === name)
      expect([name, entry?.chainId]).toEqual([name, chainId])
      for (const asset of Object.values(assets)) {
        const listed = entry?.tokens.find((token) => token.address === asset.address)
        if (listed !== undefined) expect([name, listed.decimals]).toEqual([name, asset.decimals])
      }
      expect([name, entry !== undefined && 'deployer' in entry ? entry.deployer : undefined]).toEqual([name, deployer])
    }
  })
})

describe('fees', () => {
  const [same, finer] = [bridge.listRoutes(ethereum, base)[0], bridge.listRoutes(ethereum, bsc)[0]]
  if (same === undefined || finer === undefined) throw new Error('no route')

  test.each([
    ['a basis point and the unit that rounds it up', same, 100_000_000n, 99_989_999n, { rate: 100, fixed: 1n }],
    ['nothing', same, 5n, 5n, { rate: 0, fixed: 0n }],
    ['a reward, which is not promised', same, 100n, 101n, { rate: 0, fixed: 0n }],
    ['nearly all', same, 2n, 1n, { rate: 500_000, fixed: 0n }],
    ['other decimals', finer, 100_000_000n, 99_989_999n * 10n ** 12n, { rate: 100, fixed: 10n ** 12n }],
  ])('of a payment with %s', (_, route, deposited, received, fee) => {
    expect(toFee(route, amount(deposited), received)).toEqual(fee)
    const whole = quoteBridge(route, amount(deposited), toFee(route, amount(deposited), received))
    expect(whole).toBe(received > deposited && route === same ? deposited : received)
  })

  test('the contract accepts a basis point and two units less', () => {
    const terms = toTerms(same, { rate: ppm(100), fixed: amount(1n) })
    expect(terms).toEqual({ bridgeRate: '999800000000000000', bridgeFee: '3' })
    expect(computeBridgePayment(terms, 100_000_000n)).toBe(99_979_997n)
    expect(toTerms(finer, { rate: ppm(0), fixed: amount(0n) })).toEqual({
      bridgeRate: '999900000000000000000000000000',
      bridgeFee: '2000000000000',
    })
  })
})

describe('an offer', () => {
  const [route] = bridge.listRoutes(ethereum, base)
  if (route === undefined) throw new Error('no route')
  const pools = ['0xc026395860db2d07ee33e05fe50ed7bd583189c7', '0x27a16dc786820b16e5c9028b75b99f6f604b5d26']
  const quoteOft = (most: bigint, received: bigint) =>
    encode(
      ['tuple(uint256,uint256)', 'tuple(int256,string)[]', 'tuple(uint256,uint256)'],
      [[1n, most], [], [1_000_000n, received]],
    )
  const answers: Readonly<Record<string, Hex>> = {
    '0x0d35b415': quoteOft(1_000_000n, 999_899n),
    [String(ours.getFunction('quoteMessage')?.selector)]: encode(['uint256'], [1001n]),
  }
  const poolOf = String(ours.getFunction('poolOf')?.selector)
  const asked: Hex[] = []
  const market = (changed: Readonly<Record<string, Hex>> = {}, there = changed): BridgeMarket => {
    const read = (said: Readonly<Record<string, Hex>>, pool = ''): CrossingReader => ({
      receipt: async () => undefined,
      call: async (_, data) => {
        asked.push(data)
        const known = { ...answers, [poolOf]: encode(['address'], [pool]), ...said }
        return known[data.slice(0, 10)] ?? hex('0x')
      },
      logs: async () => [],
      now: async () => seconds(0),
      blockNumber: async () => undefined,
    })
    return {
      source: { network: ethereum, reader: read(changed, pools[0]) },
      destination: { network: base, reader: read(there, pools[1]) },
      paymentCost: amount(1n),
      arrival: { gas: gas(400_000n), route: hex(`0x${'ab'.repeat(40)}`) },
    }
  }

  test('is what the pool says, with a tenth more than the message’s price', async () => {
    expect(await bridge.offer(route, amount(1_000_000n), market())).toEqual({
      fee: { rate: 101, fixed: 0n },
      paid: 999_899n,
      value: 1102n,
      usualSeconds: 180,
    })
  })

  test('asks the pool and our contract in ethers’ words', async () => {
    asked.length = 0
    await bridge.offer(route, amount(1_000_000n), market())
    const pool = new Interface(['function quoteOFT((uint32,bytes32,uint256,uint256,bytes,bytes,bytes))'])
    const param = [30184, `0x${'1'.padStart(64, '0')}`, 1_000_000n, 0n, '0x', '0x', '0x']
    expect(asked).toContain(pool.encodeFunctionData('quoteOFT', [param]))
    const sample = encode(
      ['tuple(address,address,address,uint256,uint256)', 'uint256', 'bytes'],
      [[...Array.from({ length: 3 }, () => `0x${'11'.repeat(20)}`), 1n, 1n], 400_000n, `0x${'ab'.repeat(40)}`],
    )
    // the tuple is static, so that its words are the message's first
    const values = [route.asset.address, 1_000_000n, 8453n, route.toContract, sample]
    expect(asked).toContain(ours.encodeFunctionData('quoteMessage', values))
  })

  test('is none above the credit of the path, or if anything of Stargate’s or ours is missing', async () => {
    expect(await bridge.offer(route, amount(1_000_001n), market())).toBeUndefined()
    for (const selector of [...Object.keys(answers), poolOf])
      expect([selector, await bridge.offer(route, amount(1n), market({ [selector]: hex('0x') }, {}))]).toEqual([
        selector,
        undefined,
      ])
    const other = { [poolOf]: encode(['address'], [address('7')]) }
    expect(await bridge.offer(route, amount(1n), market(other, {}))).toBeUndefined()
    expect(await bridge.offer(route, amount(1n), market({}, other))).toBeUndefined()
  })
})

test('what is told of failures is that nothing comes back on the source', () => {
  const [route] = bridge.listRoutes(ethereum, base)
  if (route === undefined) throw new Error('no route')
  const [user, crossing] = [address('1'), address('2')]
  const order = { refundTo: user, recipient: user, receiver: crossing, toDeadline: '1800000000' }
  const there = { asset: route.toAsset.address, network: 'base', owner: user, from: 0, isAutomatic: false }
  expect(bridge.listFailures(route, order)).toEqual([
    { failure: 'nobody_completes', ...there },
    { failure: 'swap_fails', ...there },
  ])
  expect(bridge.listFailures(route, { ...order, receiver: user })).toHaveLength(1)
})

describe('what the source logs', () => {
  const place = bridge.listRoutes(ethereum, bsc)[0]
  if (place === undefined) throw new Error('no route')
  const [network1] = stargateNetworks
  if (network1 === undefined) throw new Error('no network')
  const side = { network: network1, endpoint: getEndpoint(1), bridge: place.contract }
  const guid = hex(`0x${'9'.repeat(64)}`)
  const sent = (values: readonly unknown[], from = place.contract) => {
    const { topics, data } = ours.encodeEventLog('Sent', [guid, ...values])
    return { address: from, topics: topics.map(hex), data: hex(data), transaction: guid }
  }
  const deposit: readonly unknown[] = [...[56n, 1_800_000_000n, place.asset.address, 100n, 99n, address('5')], '0x1234']
  const receipt = (...logs: BridgeReceipt['logs']): BridgeReceipt => ({ status: 'success', logs })

  test('is a deposit, in units of both networks', () => {
    expect(findSent(receipt(sent(deposit)), side)).toMatchObject({
      guid,
      deposit: {
        id: BigInt(guid),
        at: 1_800_000_000,
        amount: 100n,
        paid: 99n * 10n ** 12n,
        toChainId: 56,
        toAsset: place.toAsset.address,
        receiver: address('5'),
        refundTo: undefined,
        message: '0x1234',
      },
    })
    expect(findSent(receipt(sent(deposit, address('6'))), side)).toBeUndefined()
    expect(findSent(receipt(sent(deposit.with(0, 2n))), side)).toBeUndefined()
    expect(findSent(receipt(sent(deposit.with(2, address('6')))), side)).toBeUndefined()
    expect(() => findSent(receipt(sent(deposit), sent(deposit)), side)).toThrow(RangeError)
  })
})

describe('executions', () => {
  const guid = hex(`0x${'9'.repeat(64)}`)
  const endpoint = new Interface([
    'function lzReceive((uint32,bytes32,uint64),address,bytes32,bytes,bytes)',
    'function lzCompose(address,address,bytes32,uint16,bytes,bytes)',
    'function retryReceiveToken(bytes32,uint8,uint32,address,uint256,bytes)',
    'event PacketSent(bytes,bytes,address)',
    'event ComposeSent(address,address,bytes32,uint16,bytes)',
  ])
  const packet = {
    nonce: 7n,
    fromEid: 30101,
    sender: address('1'),
    toEid: 30184,
    receiver: address('2'),
    guid,
    message: hex('0x0102'),
  }
  const composed = { from: address('3'), to: address('4'), guid, message: hex('0x0304') }
  const word = (text: string) => `0x${text.slice(2).padStart(64, '0')}`

  test('are ethers’ bytes, and have one encoding', () => {
    const origin = [packet.fromEid, word(packet.sender), packet.nonce]
    const received = endpoint.encodeFunctionData('lzReceive', [origin, packet.receiver, guid, packet.message, '0x'])
    expect(encodeReceive(packet)).toBe(received)
    expect(decodeExecutionCall(hex(received))).toEqual({ guid, called: packet.receiver, kind: 'receive' })
    const values = [composed.from, composed.to, guid, 0, composed.message, '0x']
    const passed = endpoint.encodeFunctionData('lzCompose', values)
    expect(encodeCompose(composed)).toBe(passed)
    expect(decodeExecutionCall(hex(passed))).toEqual({ guid, called: composed.to, kind: 'compose' })
    const held = { guid, index: 3, fromEid: 30101, receiver: address('5'), amount: 6n, composed: hex('0x0506') }
    const repaid = endpoint.encodeFunctionData('retryReceiveToken', [guid, 3, 30101, held.receiver, 6n, '0x0506'])
    expect(encodeRepay(held)).toBe(repaid)
    expect(decodeExecutionCall(hex(repaid))).toEqual({ guid, called: held.receiver, kind: 'repay' })
    for (const data of [received, passed, repaid])
      for (const other of [`${data}00`, data.slice(0, -2), data.slice(0, 10), '0x12345678'])
        expect(decodeExecutionCall(hex(other))).toBeUndefined()
    for (const other of [values.with(3, 1), values.with(5, '0x01')])
      expect(decodeExecutionCall(hex(endpoint.encodeFunctionData('lzCompose', other)))).toBeUndefined()
  })

  test('are read from the endpoint’s logs of this number alone', () => {
    const text = [
      '01',
      ...['0000000000000007', '00007595', word(packet.sender).slice(2), '000075e8', word(packet.receiver).slice(2)],
      ...[guid.slice(2), '0102'],
    ].join('')
    const log = (name: string, values: readonly unknown[], from = getEndpoint(1)) => {
      const { topics, data } = endpoint.encodeEventLog(name, values)
      return { address: from, topics: topics.map(hex), data: hex(data), transaction: guid }
    }
    const sent = log('PacketSent', [`0x${text}`, '0x0003', address('8')])
    expect(findPacket([sent], getEndpoint(1), guid)).toEqual(packet)
    expect(findPacket([sent], address('6'), guid)).toBeUndefined()
    expect(findPacket([sent], getEndpoint(1), hex(`0x${'8'.repeat(64)}`))).toBeUndefined()
    const queued = log('ComposeSent', [composed.from, composed.to, guid, 0, composed.message])
    expect(findComposed([queued], getEndpoint(1), composed)).toEqual(composed)
    for (const other of [{ from: address('6') }, { to: address('6') }, { guid: hex(`0x${'8'.repeat(64)}`) }])
      expect(findComposed([queued], getEndpoint(1), { ...composed, ...other })).toBeUndefined()
  })
})
