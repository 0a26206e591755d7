import { expect, test } from 'vitest'
import {
  checkSimulatedTransfers,
  type ExpectedTransfers,
  type SimulationChain,
} from '#app/trade/checks/simulate-transfers'
import { addressWord, word } from '#domain/calls/words'
import type { SimulatedCall } from '#domain/chain/port'
import type { Payload } from '#domain/payload'
import { type Address, amount, evm, gas, hex, wei } from '#domain/units'

const account = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const [owner, router, sell, buy, other, thief] = [1, 2, 3, 4, 5, 6].map(account) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const forAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

const quote = {
  router,
  chainId: 31_337,
  request: { sell, buy, sellAmount: amount(100n) },
} as ExpectedTransfers['quote']
const watched: ExpectedTransfers = { quote, parties: { from: owner, to: owner }, minimumOut: amount(50n) }
const payload: Payload = {
  from: owner,
  to: router,
  data: hex('0x01'),
  value: wei(0n),
  chainId: 31_337,
  gasLimit: gas(200_000n),
  fees: { type: 0, gasPrice: wei(1n) },
}

interface Scene {
  readonly spent?: bigint
  readonly got?: bigint
  readonly ok?: boolean
  readonly logs?: SimulatedCall['logs']
}

const log = (address: Address, ...topics: readonly string[]): SimulatedCall['logs'][number] => ({
  address,
  topics: topics.map((topic) => hex(topic.length === 42 ? `0x${addressWord(evm(topic))}` : topic)),
  data: hex(`0x${word(1n)}`),
})
const usual = [
  log(sell, transfer, owner, router),
  log(sell, approval, owner, router),
  log(buy, transfer, router, owner),
]

const network = { multicall: account(9) }

/** A chain on which the payload has these effects. */
function chainOf({ spent = 100n, got = 50n, ok = true, logs = usual }: Scene): SimulationChain {
  const balance = (n: bigint): SimulatedCall => ({ ok: true, data: hex(`0x${word(n)}`), logs: [], gasUsed: gas(1n) })
  const seen = [
    balance(1000n),
    balance(7n),
    { ok, data: hex('0x'), logs, gasUsed: gas(1n) },
    balance(1000n - spent),
    balance(7n + got),
  ]
  return { network, simulateCalls: async () => seen }
}

test('accepts agreed transfers, exact to the unit', async () => {
  await expect(checkSimulatedTransfers(chainOf({}), watched, payload)).resolves.toBeUndefined()
})

test.each<[string, Scene]>([
  ['takes one unit more', { spent: 101n }],
  ['brings one unit less', { got: 49n }],
  ['brings nothing', { got: 0n }],
  ['takes what it should bring', { got: -7n }],
  ['reverts', { ok: false }],
  ['takes another token as well', { logs: [...usual, log(other, transfer, owner, thief)] }],
  ['takes of the bought token', { logs: [...usual, log(buy, transfer, owner, thief)] }],
  ['takes a collectible', { logs: [...usual, log(other, transfer, owner, thief, `0x${word(7n)}`)] }],
  ['takes of a multi-token', { logs: [...usual, log(other, single, router, owner, thief)] }],
  ['takes of several multi-tokens at once', { logs: [...usual, log(other, batch, router, owner, thief)] }],
  ['approves the sold token to a thief', { logs: [...usual, log(sell, approval, owner, thief)] }],
  ['approves another token to itself', { logs: [...usual, log(other, approval, owner, router)] }],
  ['approves all collectibles', { logs: [...usual, log(other, forAll, owner, thief)] }],
])('a payload that %s is refused', async (_, scene) => {
  await expect(checkSimulatedTransfers(chainOf(scene), watched, payload)).rejects.toMatchObject({
    code: 'SIMULATION_FAILED',
    exit: 10,
  })
})

test.each<[string, Partial<Payload>]>([
  ['to', { to: thief }],
  ['from', { from: thief }],
  ['value', { value: wei(1n) }],
  ['chainId', { chainId: 1 }],
  ['gasLimit', { gasLimit: gas(16_777_217n) }],
])('a payload with another %s is refused before it is simulated', async (field, change) => {
  const chain: SimulationChain = { network, simulateCalls: () => Promise.reject(new Error('tried')) }
  await expect(checkSimulatedTransfers(chain, watched, { ...payload, ...change })).rejects.toMatchObject({
    code: 'SERVICE_PAYLOAD_MISMATCH',
    details: { field },
  })
})

test('refused if no endpoint can simulate it', async () => {
  const chain: SimulationChain = { network, simulateCalls: async () => undefined }
  await expect(checkSimulatedTransfers(chain, watched, payload)).rejects.toThrow('no endpoint can try it')
})
