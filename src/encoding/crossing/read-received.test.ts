/** What a delivery brought, on what the contracts said (`npm run test:crossing` records it), alone and beside others. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDeposit } from '#bridges/across/deposit'
import { approvalTopic, transferTopic } from '#domain/calls/event-topics'
import { addressWord, word } from '#domain/calls/words'
import type { BridgeDeposit, BridgeLog } from '#domain/crossing/bridge'
import { type Address, amount, evm, hex, nativeToken } from '#domain/units'
import { decodeMessage, encodeMessage } from './message.ts'
import { readReceived } from './read-received.ts'

const { success } = JSON.parse(readFileSync('test/crossing/recorded.data.json', 'utf8'))
const recorded: readonly BridgeLog[] = success.destinationReceipt.logs
const brought = 993510017906390709n
const [deposit] = success.sourceReceipt.logs.flatMap((log: BridgeLog) => readDeposit(log) ?? []) as [BridgeDeposit]
const message = decodeMessage(deposit.message)
if (message === undefined) throw new Error('no message')
const { router, recipient, toAsset } = message.delivery
const crossing = deposit.receiver
const [wrapped, stranger, pool] = [0xee, 0xcc, 0xdd].map((n) => evm(`0x${n.toString(16).repeat(20)}`)) as [
  Address,
  Address,
  Address,
]

const log = (topic: string, address: Address, [from, to]: readonly [Address, Address], units: bigint) => ({
  address,
  topics: [hex(topic), hex(`0x${addressWord(from)}`), hex(`0x${addressWord(to)}`)],
  data: hex(`0x${word(units)}`),
})
const move = (token: Address, from: Address, to: Address, units: bigint) => log(transferTopic, token, [from, to], units)
const allow = (units: bigint) => log(approvalTopic, deposit.toAsset, [crossing, router], units)
/** What the contracts log of another delivery in the same transaction. */
const delivery = (spent: bigint, out: bigint, to = recipient) => [
  allow(spent),
  move(deposit.toAsset, crossing, pool, spent),
  allow(0n), // what some tokens log at each transfer
  move(toAsset, pool, router, out),
  move(toAsset, router, to, out),
  allow(0n),
]
const read = (logs: readonly Omit<BridgeLog, 'transaction'>[], of = deposit) => readReceived(logs, of, wrapped).amount

describe('a delivery by a swap', () => {
  test('is what the router paid', () => {
    expect(readReceived(recorded, deposit, wrapped)).toEqual({ token: toAsset, recipient, amount: brought })
  })

  test('is told beside that of another deposit of the recipient, in any order', () => {
    const other = delivery(5_000n, 4_900n)
    expect(read([...other, ...recorded])).toBe(brought)
    expect(read([...recorded, ...other])).toBe(brought)
    expect(read([...delivery(5_000n, 4_900n, stranger), ...recorded])).toBe(brought)
    const larger = { ...deposit, paid: amount(deposit.paid + 1n) }
    expect(read([...recorded, ...delivery(larger.paid, 7n)], larger)).toBe(7n)
  })

  test('is told beside what the recipient pays or is paid by others', () => {
    const others = [move(toAsset, recipient, stranger, brought), move(toAsset, stranger, recipient, 3n)]
    expect(read([...others, ...recorded, ...others])).toBe(brought)
  })

  test('spends more where something was on the contract by mistake', () => {
    expect(read([...delivery(5n, 4n), ...delivery(deposit.paid + 1n, 9n)])).toBe(9n)
  })

  test('is unknown if two deliveries or two payments may be its own', () => {
    expect(read([...recorded, ...delivery(deposit.paid, 8n)])).toBeUndefined()
    expect(read([...delivery(deposit.paid + 1n, 9n), ...delivery(deposit.paid + 2n, 8n)])).toBeUndefined()
    expect(read([...recorded, move(toAsset, router, recipient, 3n)])).toBeUndefined()
    expect(read([])).toBeUndefined()
  })

  test('of native currency is what the router unwrapped, once', () => {
    const native = {
      ...deposit,
      message: encodeMessage({ ...message, delivery: { ...message.delivery, toAsset: nativeToken } }),
    }
    const burn = move(wrapped, router, nativeToken, 6n)
    expect(read([...delivery(deposit.paid, 1n).slice(0, -1), burn, allow(0n)], native)).toBe(6n)
    expect(read([burn, ...delivery(deposit.paid, 1n)], native)).toBeUndefined()
    expect(read([...delivery(deposit.paid, 1n), burn, burn], native)).toBeUndefined()
  })
})

test('a delivery of the bridge’s own asset is what the crossing contract paid', () => {
  const own = { ...message.delivery, toAsset: deposit.toAsset }
  const plain = { ...deposit, paid: amount(100n), message: encodeMessage({ ...message, delivery: own }) }
  const pay = (units: bigint, to = recipient, from = crossing) => move(deposit.toAsset, from, to, units)
  expect(read([pay(100n), pay(5_000n), pay(100n, stranger), pay(100n)], plain)).toBe(100n)
  expect(read([pay(99n), pay(101n)], plain)).toBe(101n)
  expect(read([pay(101n), pay(102n)], plain)).toBeUndefined()
  expect(read([pay(100n, recipient, stranger)], plain)).toBeUndefined()
})
