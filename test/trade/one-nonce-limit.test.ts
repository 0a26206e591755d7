/**
 * Of all transactions that an account signed with one nonce, one can be mined. However many there are, as versions of a step
 * or on their own, a limit of a day counts the largest of them, once.
 */
import { expect, test } from 'vitest'
import { createMachine, createUnsigned } from './file-machine.ts'

const sized = (gasLimit: bigint, nonce = 7) => createUnsigned(undefined, { nonce, gasLimit })

test('another transaction with the nonce of one that was signed counts by what it costs more', async () => {
  const machine = createMachine('0.001')
  await machine.sign(sized(60_000n))
  expect(await machine.spent()).toBe(600_000_000_000_000n)
  await machine.sign(sized(50_000n))
  expect(await machine.spent()).toBe(600_000_000_000_000n)
  await machine.sign(sized(90_000n))
  expect(await machine.spent()).toBe(900_000_000_000_000n)
  await machine.sign(sized(100_000n))
  expect(await machine.spent()).toBe(1_000_000_000_000_000n)
  await expect(machine.sign(sized(100_001n))).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
})

test('another nonce counts beside it', async () => {
  const machine = createMachine('0.001')
  await machine.sign(sized(60_000n))
  await machine.sign(sized(80_000n))
  await expect(machine.sign(sized(20_001n, 8))).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
  await machine.sign(sized(20_000n, 8))
  expect(await machine.spent()).toBe(1_000_000_000_000_000n)
  await expect(machine.sign(sized(20_001n, 8))).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
})
