/** What the native currency of a signature may cost includes the L1 fee, as in every other ceiling. */
import { expect, test } from 'vitest'
import { guardAccounts } from '#app/policy/guard-accounts'
import { signAndSend } from '#app/trade/steps/send'
import { noRules } from '#domain/policy/policy'
import type { Account, KeyAccounts, KeySigner } from '#domain/trade/accounts'
import { amount, evm, gas, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'

const ether = 10n ** 18n
const sender = evm(`0x${'a1'.repeat(20)}`)
const network = getNetworkEntry('optimism')
const word = (n: bigint) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const clock = { now: () => seconds(1_800_000_000) }

/** Signs an approval whose gas costs at most 0.0006 ETH, under a policy of 0.001 ETH per transaction. */
async function signWith(l1Fee: bigint): Promise<boolean> {
  const limit = { token: { symbol: 'ETH' }, limit: '0.001' }
  const policy = {
    ...noRules,
    perTransaction: [limit],
    path: '/keys/.policy.json',
    stateDirectory: '/s',
    countsHere: true,
  }
  let isSigned = false
  const key = { address: sender, unlock: async () => undefined, sign: async () => ({ raw: '0x02', hash: word(2n) }) }
  const accounts = guardAccounts(
    {
      ...{
        clock,
        files: { find: () => [policy], change: async () => [] },
        entryOf: getNetworkEntry,
        bridges: async () => [],
      },
      ...{ journal: async () => ({}) as never, lock: (work) => work() },
    },
    { keySigner: () => key as unknown as KeySigner } as unknown as KeyAccounts,
  )
  const signer = accounts.signer({ kind: 'keystore', path: '/keys/a.json' } as unknown as Account)
  const chain = {
    network,
    read: async () => [word(l1Fee), word(l1Fee)],
    nonces: async () => ({ endpoint: 'a', head: { number: 1, hash: word(1n), time: 1 }, latest: 7, pending: 7 }),
    allNonces: async () => [{ endpoint: 'a', head: { number: 1, hash: word(1n), time: 1 }, latest: 7, pending: 7 }],
    broadcast: async () => [],
  }
  const signed = { ...{ step: 'approve', versions: [{ hash: word(2n) }], observations: [] }, hash: word(2n) }
  const journal = {
    find: async () => ({ id: 'it', transactions: isSigned ? [signed] : [] }),
    highestNonce: async () => undefined,
    addObservations: async () => undefined,
    recordSigned: async () => {
      isSigned = true
    },
  }
  const fees = { type: 2, maxFeePerGas: wei(10n ** 10n), maxPriorityFeePerGas: wei(1n) }
  const data = encodeApprove(getRouter(network).address, amount(1n))
  const call = { from: sender, to: evm(`0x${'b2'.repeat(20)}`), data, value: wei(0n), chainId: network.chainId }
  const payload = { ...call, gasLimit: gas(60_000n), fees }
  const gasBudget = { maxPrice: network.maxGasPrice, maxCost: wei(ether), of: 'call' }
  const transaction = { chain, intent: { id: 'it', transactions: [] }, step: 'approve', payload, signer, gasBudget }
  const lock = { withLock: (_: number, __: string, work: () => Promise<unknown>) => work() }
  await signAndSend({ clock, lock, journal } as never, transaction as never, { tell: () => undefined }).catch(
    (error) => {
      if (error.code !== 'POLICY_VIOLATED') throw error
    },
  )
  return isSigned
}

test.each([
  ['nothing', 0n, true],
  ['0.01 ETH', ether / 100n, false],
])(
  'an L1 fee of %s within a limit of 0.001 ETH per transaction, which 0.0006 ETH of gas share',
  async (_, l1Fee, isSigned) => {
    expect(await signWith(l1Fee)).toBe(isSigned)
  },
)
