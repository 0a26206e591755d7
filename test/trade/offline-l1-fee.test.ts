/**
 * Where a file is signed no oracle is asked. What its transaction may cost with the L1 fee counts all the same: what was
 * reserved where it was built at its signature, and what is told where it is sent from then on.
 */
import { expect, test } from 'vitest'
import { getNetworkEntry } from '#networks/find'
import { createMachine, createUnsigned, milli, network } from './file-machine.ts'

test('what was reserved where it was built counts against the limits of the machine that signs', async () => {
  const machine = createMachine('0.01')
  await machine.sign(createUnsigned(5n * milli))
  expect(await machine.spent()).toBe(5_600_000_000_000_000n)
  expect(await machine.reserved()).toBe(5_000_000_000_000_000n)

  for (const per of ['perDay', 'perTransaction'] as const) {
    const tight = createMachine('0.005', per)
    await expect(tight.sign(createUnsigned(5n * milli))).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
    expect(await tight.reserved()).toBeUndefined()
    await tight.sign(createUnsigned(4n * milli))
  }
})

test.each([
  ['that is named', 6n * milli, 5_400_000_000_000_000n],
  ['of the network', network.gasBudgetFloor, 1_400_000_000_000_000n],
])('it counts against the limit of gas %s', async (_, maxGas, room) => {
  const machine = createMachine('100')
  const sign = (l1Fee: bigint) => machine.sign(createUnsigned(l1Fee), maxGas)
  await expect(sign(room + 1n)).rejects.toMatchObject({ code: 'GAS_ABOVE_LIMIT' })
  await sign(room)
})

test('what is told where it is sent counts from then on', async () => {
  const machine = createMachine('0.01')
  await machine.sign(createUnsigned(undefined))
  expect(await machine.spent()).toBe(600_000_000_000_000n)
  machine.oracle.fee = 4n * milli
  await machine.send(createUnsigned(undefined))
  expect(await machine.spent()).toBe(5_600_000_000_000_000n)
})

test.each([
  ['has risen', 8n * milli, 10_000_000_000_000_000n],
  ['has fallen', 2n * milli, 5_000_000_000_000_000n],
  ['is not told', 0n, 5_000_000_000_000_000n],
])('a reserve of 0.005 ETH, as its fee %s where it is sent', async (_, fee, reserved) => {
  const machine = createMachine('1')
  await machine.sign(createUnsigned(5n * milli))
  machine.oracle.fee = fee
  await machine.send(createUnsigned(5n * milli))
  expect(await machine.reserved()).toBe(reserved)
})

test.each([
  ['not sent', false],
  ['sent', true],
])('another signature of a file that was %s is one spend with the first', async (_, isSent) => {
  const machine = createMachine('0.01')
  await machine.sign(createUnsigned(undefined))
  machine.oracle.fee = 4n * milli
  if (isSent) await machine.send(createUnsigned(undefined))
  const { transactions } = await machine.send(createUnsigned(undefined), 1n)
  expect(transactions.map(({ versions }) => versions.length)).toEqual([2])
  expect(await machine.spent()).toBe(5_600_000_000_000_000n)
})

test('what another machine signed counts with the fee that is told', async () => {
  const machine = createMachine('0.01')
  machine.oracle.fee = 4n * milli
  await machine.send(createUnsigned(undefined))
  expect(await machine.spent()).toBe(5_600_000_000_000_000n)
})

test('a file that names an L1 fee where there is none is refused', async () => {
  const machine = createMachine('1')
  const base = getNetworkEntry('ethereum')
  const unsigned = createUnsigned(milli)
  const elsewhere = { ...unsigned, network: base.name, payload: { ...unsigned.payload, chainId: base.chainId } }
  await expect(machine.sign(elsewhere)).rejects.toMatchObject({
    code: 'PAYLOAD_MISMATCH',
    details: { field: 'the L1 fee' },
  })
})
