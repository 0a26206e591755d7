import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import { all } from '#bridges/all.gen'
import type { CrossOrder } from '#domain/crossing/cross-order'
import { noRules } from '#domain/policy/policy'
import type { Account, KeyAccounts, KeySigner, TransactionToSign } from '#domain/trade/accounts'
import { amount, evm, gas, hex, noBytes, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { getNetworkEntry } from '#networks/find'
import { crossQuote } from '#test/crossing/quote-sample'
import { guardAccounts } from './guard-accounts.ts'

const [ethereum, base] = [getNetworkEntry('ethereum'), getNetworkEntry('base')]
const [sender, thief] = ['1', '9'].map((digit) => evm(`0x${digit.repeat(40)}`)) as [never, never]
const usdc = {
  ethereum: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  base: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
}
const across = {
  ethereum: '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
  base: '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64',
}

const order: CrossOrder = {
  ...buildCrossOrder(crossQuote, {
    ...{ from: sender, to: sender, minimumOut: amount(1n), now: seconds(9), deadlineSeconds: 30 },
  }),
  router: getRouter(ethereum).address,
  bridge: across.ethereum,
  bridgeAsset: usdc.ethereum,
  bridgeAmountMin: '1000000',
  bridgeRate: '999500000000000000',
  bridgeFee: '1000',
  toNetwork: '8453',
  toBridgeAsset: usdc.base,
  receiver: getCrossing(base).address,
  toRouter: getRouter(base).address,
}

/** Signs a crossing under a policy without a rule. */
async function sign(
  changed: Partial<CrossOrder>,
  network = ethereum,
  there = crossQuote.calls.arrival,
): Promise<string> {
  const key = { address: sender, unlock: async () => undefined, sign: async () => ({ raw: hex('0x5e') }) }
  const context = {
    clock: { now: () => seconds(9) },
    files: {
      find: () => [{ ...noRules, path: '/keys/.policy.json', stateDirectory: '/state', countsHere: true }],
      change: async () => [],
    },
    journal: async () => Promise.reject(new Error('nothing is counted')),
    entryOf: getNetworkEntry,
    bridges: async () => all,
    lock: <T>(work: () => Promise<T>) => work(),
  }
  const accounts = guardAccounts(context, { keySigner: () => key as unknown as KeySigner } as unknown as KeyAccounts)
  const signer = accounts.signer({ kind: 'keystore', path: '/keys/a.json' } as unknown as Account)
  const { route } = crossQuote.calls
  const call = { entry: 'cross', signature: undefined, permit: undefined, route, there } as const
  const payload = {
    ...{ from: sender, to: getCrossing(network).address, value: wei(0n), chainId: network.chainId, gasLimit: gas(10n) },
    ...{ data: encodeCrossCall({ ...call, order: { ...order, ...changed } }), fees: { type: 0, gasPrice: wei(3n) } },
  } as const
  const request = {
    network: network.name,
    payload,
    step: 'cross',
    nonce: 0,
    intent: 'one',
  } as unknown as TransactionToSign
  return (await signer.sign(request, async () => undefined)).raw
}

test('a crossing by our own tables is signed: by either bridge, through our contract there or to the recipient', async () => {
  expect(await sign({})).toBe('0x5e')
  const none = { gas: gas(0n), route: noBytes }
  const direct = { receiver: sender, toAsset: usdc.base, arrivalHash: computeArrivalHash(none) }
  expect(await sign(direct, ethereum, none)).toBe('0x5e')
  const cctp = all.find(({ name }) => name === 'cctp')?.listRoutes({ ...ethereum }, { ...base })[0]?.contract
  if (cctp === undefined) throw new Error('no route')
  expect(await sign({ bridge: cctp })).toBe('0x5e')
})

test.each<[Partial<CrossOrder>, RegExp]>([
  [{ bridge: thief }, /0x9{40} is no bridge of its tokens from ethereum to base/],
  [{ bridge: across.base }, /is no bridge of its tokens/],
  [{ bridgeAsset: thief }, /is no bridge of its tokens/],
  [{ toBridgeAsset: usdc.ethereum }, /is no bridge of its tokens/],
  [{ toNetwork: '10' }, /is no bridge of its tokens from ethereum to optimism/],
  [{ toNetwork: '1' }, /is no bridge of its tokens/],
  [{ toNetwork: '123456789' }, /no network that we know has the chain id 123456789/],
  [{ receiver: thief }, /a contract on base that is not ours/],
  [{ toRouter: thief }, /a contract on base that is not ours/],
  [{ bridgeFee: '249501' }, /may keep more than a quarter/],
  [{ bridgeRate: '740000000000000000' }, /may keep more than a quarter/],
])('%o is not', async (changed, rule) => {
  await expect(sign(changed)).rejects.toMatchObject({ code: 'POLICY_VIOLATED', message: expect.stringMatching(rule) })
})

test('nor one on another network', async () => {
  await expect(sign({ router: getRouter(base).address }, base)).rejects.toThrow('is no bridge of its tokens')
})
