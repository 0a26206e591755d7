/**
 * Where a file is signed no oracle is asked. What its transaction may cost with the L1 fee counts all the same: what was
 * reserved where it was built at its signature, and what is told where it is sent from then on.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PolicyContext } from '#app/policy/context'
import { guardAccounts } from '#app/policy/guard-accounts'
import { createSpendPolicy } from '#app/policy/spend-policy'
import { sendSigned } from '#app/trade/offline/send'
import { signUnsigned } from '#app/trade/offline/sign'
import { transactionOf } from '#domain/journal/swap'
import { noRules } from '#domain/policy/policy'
import type { KeyAccounts } from '#domain/trade/accounts'
import type { UnsignedApproval } from '#domain/trade/offline'
import { amount, evm, gas, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { temporaryDirectory } from '../store/temporary-directory.ts'

const network = getNetworkEntry('optimism')
const now = seconds(1_800_000_000)
const clock = { now: () => now }
const sender = evm(`0x${'a1'.repeat(20)}`)
const usdc = network.tokens.find(({ symbol }) => symbol === 'USDC')
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const [hash, raw] = [word(2n), hex('0x02')]
const milli = 10n ** 15n

/** An approval whose gas costs at most 0.0006 ETH. */
function createUnsigned(l1Fee: bigint | undefined): UnsignedApproval {
  if (usdc === undefined) throw new Error('no USDC')
  const token = { ...usdc, network: network.name, listed: true }
  const payload = {
    ...{ from: sender, to: token.address, data: encodeApprove(getRouter(network).address, amount(5n)) },
    ...{ value: wei(0n), chainId: network.chainId, gasLimit: gas(60_000n) },
    fees: { type: 2, maxFeePerGas: wei(10n ** 10n), maxPriorityFeePerGas: wei(1n) } as const,
  }
  return {
    ...{ step: 'approve', network: network.name, payload, nonce: 7, token, amount: amount(5n), builtAt: now },
    budget: { maxPrice: network.maxGasPrice, maxCost: wei(20n * milli), of: 'swap' },
    ...(l1Fee === undefined ? {} : { l1Fee: wei(l1Fee) }),
  }
}

/** A machine with a limit of ETH, whose chain's oracle tells `l1Fee`. */
function createMachine(limit: string, per: 'perDay' | 'perTransaction' = 'perDay') {
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 10,
  })
  const rules = { ...noRules, [per]: [{ token: { symbol: 'ETH' }, limit }] }
  const policy = { ...rules, path: '/keys/.policy.json', stateDirectory: '/s', countsHere: true }
  const policed: PolicyContext = {
    ...{ clock, entryOf: getNetworkEntry, bridges: async () => [], journal: async () => journal },
    ...{ files: { find: () => [policy], change: () => [] }, lock: (work) => work() },
  }
  const account = { name: 'hot', address: sender, path: '/keys/a.json', kind: 'keystore' as const }
  const keys = {
    find: async () => account,
    keySigner: () => ({ address: sender, unlock: async () => undefined, sign: async () => ({ raw, hash }) }),
    readSigned: async () => ({ payload: createUnsigned(undefined).payload, nonce: 7, hash }),
  }
  const oracle = { fee: 0n }
  const head = { number: 1, hash: word(1n), time: now }
  const chain = {
    network,
    head: async () => head,
    allCodes: async () => [],
    read: async () => [word(oracle.fee), word(oracle.fee)],
    nonces: async () => ({ endpoint: 'a', head, latest: 7, pending: 7 }),
    broadcast: async () => [{ endpoint: 'a', outcome: 'accepted' }],
  }
  const context = {
    ...{ clock, journal, uuid: () => '7b3e91c4-0000-4000-8000-000000000000', chain: async () => chain },
    accounts: guardAccounts(policed, keys as unknown as KeyAccounts),
    lock: { withLock: (_: number, __: string, work: () => Promise<unknown>) => work() },
  } as never
  const agreeing = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
  const sending = { confirmations: 1, timeoutSeconds: 1, wait: false, simulates: false }
  return {
    oracle,
    sign: (unsigned: UnsignedApproval, maxGas = 20n * milli) =>
      signUnsigned(context, unsigned, { maxGas: wei(maxGas) }, agreeing),
    send: (unsigned: UnsignedApproval) =>
      sendSigned(context, { unsigned, raw, hash }, sending, { tell: () => undefined } as never),
    /** In wei: a limit is counted in 10^-36 of a coin. */
    spent: async () => {
      const [use] = await createSpendPolicy(policed).usage(policy, network.name)
      return (use?.spent ?? 0n) / 10n ** 18n
    },
    reserved: async () => {
      const intent = await journal.find(hash)
      return intent && transactionOf(intent, 'approve')?.l1Fee
    },
  }
}

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
