/** Routes, fees, deposits and tracking, on what Across's own pools said: `npm run test:crossing` records it. */
import { readFileSync } from 'node:fs'
import { AbiCoder, keccak256, zeroPadValue } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { BridgeReceipt, CrossingReader } from '#domain/crossing/bridge'
import { quoteBridge, toBridgeTerms } from '#domain/crossing/bridge-terms'
import { amount, evm, type Hex, hex, networkName, ppm, seconds } from '#domain/units'
import { crossingSelectors, crossingTopics } from '#encoding/contracts/crossing.gen'
import {
  computeClaimId,
  decodeClaimCall,
  decodeMessage,
  encodeRelease,
  readParked,
  toClaim,
} from '#encoding/crossing/message'
import { listClaimRecoveries } from '#encoding/crossing/recover'
import { all as allNetworks } from '#networks/all.gen'
import { computeRelayHash, readDeposit } from './deposit.ts'
import { acrossNetworks } from './networks.ts'
import { listFailures } from './quote.ts'
import { listRoutes } from './routes.ts'
import { trackCrossing } from './track.ts'

interface Recorded {
  readonly sourcePool: string
  readonly destinationPool: string
  readonly crossing: string
  readonly deposit: Hex
  readonly payment: Hex
  readonly sourceReceipt: BridgeReceipt
  readonly destinationReceipt: BridgeReceipt
}
const recorded: Record<'success' | 'partial', Recorded> = JSON.parse(
  readFileSync('test/crossing/recorded.data.json', 'utf8'),
)

const networks = {
  ethereum: { name: networkName('ethereum'), chainId: 1 },
  base: { name: networkName('base'), chainId: 8453 },
  bsc: { name: networkName('bsc'), chainId: 56 },
}
const word = (n: bigint | number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)

function depositOf({ sourceReceipt, sourcePool }: Recorded) {
  const found = sourceReceipt.logs.filter(({ address }) => address === sourcePool).map(readDeposit)
  if (found[0] === undefined) throw new Error('no deposit')
  return found[0]
}

/** What a chain answers, changed by the test. */
interface Answers {
  status: bigint
  open: bigint
  now: number
  /** The destination's time from when on its pool has been asked. */
  later: number
  source: BridgeReceipt | undefined
  payments: BridgeReceipt['logs']
  destination: BridgeReceipt
}

function track(one: Recorded, changed: Partial<Answers> = {}) {
  const payments = one.destinationReceipt.logs.filter(({ address }) => address === one.destinationPool)
  const answers = {
    status: 2n,
    open: 1n,
    now: 0,
    later: changed.now ?? 0,
    source: one.sourceReceipt,
    payments,
    destination: one.destinationReceipt,
    ...changed,
  }
  const hash = computeRelayHash(depositOf(one), 1)
  const reader: CrossingReader = {
    receipt: async (asked) => (asked === one.payment ? answers.destination : answers.source),
    call: async (to, data) => {
      if (to === one.destinationPool && data === `0xc35c83fc${hash.slice(2)}`) {
        answers.now = answers.later
        return word(answers.status)
      }
      if (to === one.crossing && data.startsWith(crossingSelectors.claims)) return word(answers.open)
      return hex('0x')
    },
    logs: async (_, [topic]) => (topic === crossingTopics.Closed ? [] : answers.payments),
    now: async () => seconds(answers.now),
    blockNumber: async () => undefined,
  }
  return trackCrossing(one.deposit, {
    source: { chainId: 1, spokePool: evm(one.sourcePool), reader },
    destination: { chainId: 8453, spokePool: evm(one.destinationPool), reader },
    crossing: evm(one.crossing),
  })
}

describe('routes', () => {
  test('are of both networks and of nothing else', () => {
    expect(listRoutes(networks.ethereum, networks.base).map(({ symbol }) => symbol)).toEqual([
      'WETH',
      'USDC',
      'USDT',
      'DAI',
    ])
    expect(listRoutes(networks.ethereum, networks.base)[1]).toMatchObject({
      toChainId: 8453,
      contract: '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
      toContract: '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64',
      asset: { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 },
      toAsset: { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 },
    })
    expect(listRoutes(networks.ethereum, networks.ethereum)).toEqual([])
    expect(listRoutes(networks.ethereum, { name: networkName('fantom'), chainId: 250 })).toEqual([])
  })

  test('there are eighteen networks, each once', () => {
    expect(new Set(acrossNetworks.map(({ name }) => name)).size).toBe(18)
    expect(new Set(acrossNetworks.map(({ chainId }) => chainId)).size).toBe(18)
  })

  test('chain ids and decimals are those of the entries', () => {
    let compared = 0
    for (const { name, chainId, assets } of acrossNetworks) {
      const entry = allNetworks.find((one) => one.name === name)
      expect([name, entry?.chainId]).toEqual([name, chainId])
      for (const { address, decimals } of Object.values(assets)) {
        const listed = entry?.tokens.find((token) => token.address === address)
        if (listed === undefined) continue
        expect([name, address, listed.decimals]).toEqual([name, address, decimals])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})

describe('fees', () => {
  const fee = { rate: ppm(500), fixed: amount(1000n) }
  const usdc = (to: (typeof networks)[keyof typeof networks], from = networks.ethereum) => {
    const found = listRoutes(from, to).find(({ symbol }) => symbol === 'USDC')
    if (found === undefined) throw new Error('no route')
    return found
  }

  test('are taken off what is deposited, rounded down', () => {
    expect(quoteBridge(usdc(networks.base), amount(1_000_001n), fee)).toBe(998_500n)
    expect(quoteBridge(usdc(networks.base), amount(1001n), fee)).toBeUndefined()
  })

  test('carry other decimals', () => {
    expect(toBridgeTerms(usdc(networks.bsc), fee)).toEqual({
      bridgeRate: '999500000000000000000000000000',
      bridgeFee: '1000',
    })
    expect(quoteBridge(usdc(networks.bsc), amount(2n), fee)).toBe(1_998_999_999_000n)
    expect(quoteBridge(usdc(networks.ethereum, networks.bsc), amount(10n ** 18n), fee)).toBe(998_500n)
  })

  test('a rate that cannot be written exactly is refused', () => {
    const asset = (decimals: number) => ({ address: evm(`0x${'1'.repeat(40)}`), decimals })
    expect(() => toBridgeTerms({ asset: asset(20), toAsset: asset(6) }, fee)).toThrow(RangeError)
  })

  test('what is told of failures names asset, network and owner', () => {
    const [user, friend, crossing] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
    const order = { refundTo: user, recipient: friend, receiver: crossing, toDeadline: '1800000000' }
    expect(listFailures(usdc(networks.base), order)).toEqual([
      {
        failure: 'nobody_pays',
        asset: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        network: 'ethereum',
        owner: user,
        from: 1_800_000_000,
        isAutomatic: true,
      },
      {
        failure: 'swap_fails',
        asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        network: 'base',
        owner: friend,
        from: 0,
        isAutomatic: false,
      },
    ])
    expect(listFailures(usdc(networks.base), { ...order, receiver: friend })).toHaveLength(1)
  })
})

describe('deposits', () => {
  test('the hash of a payment is the one of an ABI library', () => {
    const deposit = depositOf(recorded.success)
    const relay = [
      ...[deposit.refundTo, deposit.receiver, deposit.exclusiveRelayer, deposit.asset, deposit.toAsset].map((one) =>
        zeroPadValue(one, 32),
      ),
      ...[deposit.amount, deposit.paid, 1n, deposit.id, deposit.deadline, deposit.exclusivityDeadline, deposit.message],
    ]
    const type = 'tuple(bytes32,bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,uint256,uint32,uint32,bytes)'
    expect(computeRelayHash(deposit, 1)).toBe(
      keccak256(AbiCoder.defaultAbiCoder().encode([type, 'uint256'], [relay, 8453])),
    )
  })

  test('other logs are none', () => {
    const log = recorded.success.sourceReceipt.logs.find((one) => readDeposit(one) !== undefined)
    if (log === undefined) throw new Error('no deposit')
    expect(readDeposit({ ...log, topics: log.topics.slice(0, 3) })).toBeUndefined()
    expect(readDeposit({ ...log, topics: [word(1), ...log.topics.slice(1)] })).toBeUndefined()
    expect(readDeposit({ ...log, data: hex(log.data.slice(0, 66)) })).toBeUndefined()
    // a recipient of 32 bytes, as on Solana
    const data = hex(`${log.data.slice(0, 2 + 7 * 64)}ff${log.data.slice(4 + 7 * 64)}`)
    expect(readDeposit({ ...log, data })).toBeUndefined()
  })
})

describe('tracking', () => {
  test('every state', async () => {
    const { success, partial } = recorded
    expect(await track(success, { source: undefined })).toEqual({ state: 'pending' })
    expect(await track(success, { source: { status: 'reverted', logs: [] } })).toEqual({ state: 'error' })
    expect(await track(success, { status: 0n })).toMatchObject({ state: 'bridging' })
    expect(await track(success, { status: 1n })).toMatchObject({ state: 'bridging' })
    const { deadline, paid } = depositOf(success)
    expect(await track(success, { status: 0n, now: deadline })).toMatchObject({ state: 'bridging' })
    expect(await track(success, { status: 0n, now: deadline + 1 })).toMatchObject({ state: 'expired' })
    expect(await track(success)).toMatchObject({ state: 'success', payment: success.payment, deposit: { paid } })
    // a slow payment says itself how much it was
    const slow = (data: Hex) => hex(`${data.slice(0, 834)}${word(12_345).slice(2)}${data.slice(898)}`)
    const payments = success.destinationReceipt.logs.slice(0, 1).map((log) => ({ ...log, data: slow(log.data) }))
    expect(await track(success, { payments })).toMatchObject({ state: 'success', deposit: { paid: 12_345n } })
    expect(await track(partial)).toMatchObject({ state: 'partial', payment: partial.payment, isOpen: true })
    expect(await track(partial, { open: 0n })).toMatchObject({ state: 'partial', isOpen: false })
  })

  test('time that passes while the pool is asked expires nothing', async () => {
    const { deadline } = depositOf(recorded.success)
    expect(await track(recorded.success, { status: 0n, now: deadline, later: deadline + 2 })).toMatchObject({
      state: 'bridging',
    })
  })

  test('a claim of less than the payment, kept beside it, is another one', async () => {
    const { partial, success } = recorded
    const dust = (one: Recorded) => {
      const message = decodeMessage(depositOf(one).message)
      if (message === undefined) throw new Error('no message')
      const claim = toClaim(depositOf(one).toAsset, 1n, message)
      const topics = [hex(crossingTopics.Parked), computeClaimId(claim), word(BigInt(message.delivery.recipient))]
      const data = hex(`0x${encodeRelease(claim).slice(10)}${'0'.repeat(64)}`)
      const log = { address: evm(one.crossing), topics, data, transaction: one.payment }
      expect(readParked(log)?.claim.amount).toBe(1n)
      return { ...one.destinationReceipt, logs: [log, ...one.destinationReceipt.logs] }
    }
    const { paid } = depositOf(partial)
    expect(await track(partial, { destination: dust(partial) })).toMatchObject({ claim: { amount: paid } })
    expect(await track(success, { destination: dust(success) })).toMatchObject({ state: 'success' })
  })

  test('a payment of other terms is not the deposit’s', async () => {
    const [log] = recorded.success.destinationReceipt.logs.filter(
      ({ address }) => address === recorded.success.destinationPool,
    )
    if (log === undefined) throw new Error('no payment')
    // 4: where the relayer is repaid, which the deposit does not say
    for (const at of [0, 1, 2, 3, 5, 6, 7, 8, 9, 10]) {
      const data = hex(
        `${log.data.slice(0, 65 + 64 * at)}${log.data[65 + 64 * at] === '1' ? '2' : '1'}${log.data.slice(66 + 64 * at)}`,
      )
      await expect(track(recorded.success, { payments: [{ ...log, data }] })).rejects.toThrow('no log says when')
      expect(await track(recorded.success, { payments: [{ ...log, data }, log] })).toMatchObject({ state: 'success' })
    }
  })

  test('a transaction with no deposit, or with two, is not guessed at', async () => {
    const { logs } = recorded.success.sourceReceipt
    await expect(track(recorded.success, { source: { status: 'success', logs: [] } })).rejects.toThrow('0 deposits')
    await expect(track(recorded.success, { source: { status: 'success', logs: [...logs, ...logs] } })).rejects.toThrow(
      '2 deposits',
    )
  })

  test('an open claim can be tried again, and released', async () => {
    const state = await track(recorded.partial)
    const crossing = evm(recorded.partial.crossing)
    if (state.state !== 'partial') throw new Error(state.state)
    const { deadline, recipient } = state.claim.delivery
    const before = listClaimRecoveries(state, crossing, deadline)
    expect(before.map(({ action, by, until }) => [action, by, until])).toEqual([
      ['retry', undefined, deadline],
      ['release', recipient, undefined],
    ])
    expect(before.map(({ data }) => decodeClaimCall(data)?.entry)).toEqual(['retry', 'release'])
    const after = listClaimRecoveries(state, crossing, seconds(deadline + 1))
    expect(after.map(({ action, by }) => [action, by])).toEqual([['release', undefined]])
    expect(listClaimRecoveries({ ...state, isOpen: false }, crossing, deadline)).toEqual([])
    expect(listClaimRecoveries(await track(recorded.success), crossing, deadline)).toEqual([])
  })
})
