/** A machine that signs and sends files of approvals under a limit of ETH: its store and checks are real, its chain is told. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { PolicyContext } from '#app/policy/context'
import { guardAccounts } from '#app/policy/guard-accounts'
import { createSpendPolicy } from '#app/policy/spend-policy'
import { sendSigned } from '#app/trade/offline/send'
import { signUnsigned } from '#app/trade/offline/sign'
import { transactionOf } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
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

export const network = getNetworkEntry('optimism')
const now = seconds(1_800_000_000)
const clock = { now: () => now }
const sender = evm(`0x${'a1'.repeat(20)}`)
const usdc = network.tokens.find(({ symbol }) => symbol === 'USDC')
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)
/** As if signed: each transaction has its own, and each signature of one. */
const bytesOf = ({ gasLimit }: Pick<Payload, 'gasLimit'>, nonce: number, signature = 0n) => ({
  raw: hex(`0x02${(gasLimit * 1_000n + BigInt(nonce) + (signature << 32n)).toString(16).padStart(16, '0')}`),
  hash: word(gasLimit * 1_000n + BigInt(nonce) + (signature << 32n)),
})
export const milli = 10n ** 15n

/** An approval whose gas costs at most 0.0006 ETH, unless it has another limit of gas, of 0.00001 ETH for 1,000. */
export function createUnsigned(
  l1Fee: bigint | undefined,
  { nonce = 7, gasLimit = 60_000n }: { readonly nonce?: number; readonly gasLimit?: bigint } = {},
): UnsignedApproval {
  if (usdc === undefined) throw new Error('no USDC')
  const token = { ...usdc, network: network.name, listed: true }
  const payload = {
    ...{ from: sender, to: token.address, data: encodeApprove(getRouter(network).address, amount(5n)) },
    ...{ value: wei(0n), chainId: network.chainId, gasLimit: gas(gasLimit) },
    fees: { type: 2, maxFeePerGas: wei(10n ** 10n), maxPriorityFeePerGas: wei(1n) } as const,
  }
  return {
    ...{ step: 'approve', network: network.name, payload, nonce, token, amount: amount(5n), builtAt: now },
    budget: { maxPrice: network.maxGasPrice, maxCost: wei(20n * milli), of: 'swap' },
    ...(l1Fee === undefined ? {} : { l1Fee: wei(l1Fee) }),
  }
}

/** The one that is sent. */
const sample = createUnsigned(undefined)

/** @param limit of ETH. Its chain's oracle tells `oracle.fee`, in wei */
export function createMachine(limit: string, per: 'perDay' | 'perTransaction' = 'perDay') {
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 10,
  })
  const rules = { ...noRules, [per]: [{ token: { symbol: 'ETH' }, limit }] }
  const policy = { ...rules, path: '/keys/.policy.json', stateDirectory: '/s', countsHere: true }
  const policed: PolicyContext = {
    ...{ clock, entryOf: getNetworkEntry, bridges: async () => [], journal: async () => journal },
    ...{ files: { find: () => [policy], change: async () => [] }, lock: (work) => work() },
  }
  const account = { name: 'hot', address: sender, path: '/keys/a.json', kind: 'keystore' as const }
  const keys = {
    find: async () => account,
    keySigner: () => ({
      address: sender,
      unlock: async () => undefined,
      sign: async (payload: Payload, nonce: number) => bytesOf(payload, nonce),
    }),
    readSigned: async (raw: string) => ({ payload: sample.payload, nonce: 7, hash: word(BigInt(`0x${raw.slice(4)}`)) }),
  }
  const oracle = { fee: 0n }
  const head = { number: 1, hash: word(1n), time: now }
  const chain = {
    network,
    head: async () => head,
    allCodes: async () => [],
    read: async () => [word(oracle.fee), word(oracle.fee)],
    allReadsWithBlock: async () => [{ block: head, answers: [word(0n)] }], // the allowance
    endpoints: ['a'],
    nonces: async () => ({ endpoint: 'a', head, latest: 7, pending: 7 }),
    allNonces: async () => [{ endpoint: 'a', head, latest: 7, pending: 7 }],
    checkTransaction: async () => [{ endpoint: 'a', head, nonce: 7, seen: 'absent' }],
    broadcast: async () => [{ endpoint: 'a', outcome: 'accepted' }],
  }
  const context = {
    ...{ clock, journal, uuid: () => randomUUID(), chain: async () => chain },
    accounts: guardAccounts(policed, keys as unknown as KeyAccounts),
    lock: { withLock: (_: number, __: string, work: () => Promise<unknown>) => work() },
  } as never
  const agreeing = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
  const sending = { confirmations: 1, timeoutSeconds: 1, wait: false, simulates: false }
  return {
    oracle,
    sign: (unsigned: UnsignedApproval, maxGas = 20n * milli) =>
      signUnsigned(context, unsigned, { maxGas: wei(maxGas) }, agreeing),
    /** @param signature 0 is that of this machine's key */
    send: (unsigned: UnsignedApproval, signature = 0n) =>
      sendSigned(context, { unsigned, ...bytesOf(unsigned.payload, unsigned.nonce, signature) }, sending, {
        tell: () => undefined,
      } as never),
    /** In wei: a limit is counted in 10^-36 of a coin. */
    spent: async () => {
      const [use] = await createSpendPolicy(policed).usage(policy, network.name)
      return (use?.spent ?? 0n) / 10n ** 18n
    },
    reserved: async () => {
      const intent = await journal.find(bytesOf(sample.payload, 7).hash)
      return intent && transactionOf(intent, 'approve')?.l1Fee
    },
  }
}
