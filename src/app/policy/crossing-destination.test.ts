/** A rule about tokens or networks holds for the side of a crossing on which its token is bought, too. */
import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import { all } from '#bridges/all.gen'
import type { CrossOrder } from '#domain/crossing/cross-order'
import { noRules, type PolicyRules } from '#domain/policy/policy'
import type { Account, KeyAccounts, KeySigner, TransactionToSign } from '#domain/trade/accounts'
import { amount, evm, gas, hex, nativeToken, networkName, noBytes, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { getNetworkEntry } from '#networks/find'
import { crossQuote } from '#test/crossing/quote-sample'
import { guardAccounts } from './guard-accounts.ts'

const [ethereum, base, polygon] = [getNetworkEntry('ethereum'), getNetworkEntry('base'), getNetworkEntry('polygon')]
const sender = evm(`0x${'1'.repeat(40)}`)
const scam = evm(`0x${'7'.repeat(40)}`)
const usdc = evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')

const usdcThere: Readonly<Record<string, string>> = {
  base: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  polygon: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
}

/** Sells USDC on ethereum for a token on another network, under a policy. */
async function cross(rules: Partial<PolicyRules>, there: typeof base, toAsset: string): Promise<string> {
  const key = { address: sender, unlock: async () => undefined, sign: async () => ({ raw: hex('0x5e') }) }
  const policy = { ...noRules, ...rules, path: '/keys/.policy.json', stateDirectory: '/state', countsHere: true }
  const context = {
    clock: { now: () => seconds(9) },
    files: { find: () => [policy], change: async () => [] },
    journal: async () => Promise.reject(new Error('nothing is counted')),
    entryOf: getNetworkEntry,
    bridges: async () => all,
    lock: <T>(work: () => Promise<T>) => work(),
  }
  const accounts = guardAccounts(context, { keySigner: () => key as unknown as KeySigner } as unknown as KeyAccounts)
  const signer = accounts.signer({ kind: 'keystore', path: '/keys/a.json' } as unknown as Account)
  const parties = { from: sender, to: sender, minimumOut: amount(1n), now: seconds(9), deadlineSeconds: 30 }
  const bridge = all
    .flatMap(({ listRoutes }) => listRoutes({ ...ethereum }, { ...there }))
    .find(({ asset, toAsset: other }) => asset.address === usdc && other.address === usdcThere[there.name])
  if (bridge === undefined) throw new Error('no route')
  const { gas: needed, route } = crossQuote.calls.arrival
  const unwraps = toAsset === nativeToken ? there.wrapped.slice(2) : ''
  const arrival = { gas: needed, route: hex(`0x${unwraps}${route.slice(2)}`) }
  const order: CrossOrder = {
    ...buildCrossOrder(crossQuote, parties),
    router: getRouter(ethereum).address,
    fromAsset: usdc,
    bridge: bridge.contract,
    bridgeAsset: bridge.asset.address,
    bridgeAmountMin: '1000000',
    bridgeRate: '999500000000000000',
    bridgeFee: '1000',
    toNetwork: String(there.chainId),
    toBridgeAsset: bridge.toAsset.address,
    toAsset,
    receiver: getCrossing(there).address,
    toRouter: getRouter(there).address,
    arrivalHash: computeArrivalHash(arrival),
  }
  const call = { entry: 'cross', signature: undefined, permit: undefined, route: noBytes, there: arrival } as const
  const payload = {
    ...{ from: sender, to: getCrossing(ethereum).address, value: wei(0n), chainId: 1, gasLimit: gas(10n) },
    ...{ data: encodeCrossCall({ ...call, order }), fees: { type: 0, gasPrice: wei(3n) } },
  } as const
  const request = { network: ethereum.name, payload, step: 'cross', nonce: 0, intent: 'one' }
  return (await signer.sign(request as unknown as TransactionToSign, async () => undefined)).raw
}

const violated = { code: 'POLICY_VIOLATED' }

test('a rig that signs what no rule forbids', async () => {
  expect(await cross({}, base, scam)).toBe('0x5e')
  expect(await cross({}, polygon, nativeToken)).toBe('0x5e')
})

test('a denied token of another network is not bought by a crossing', async () => {
  const denyTokens = [{ network: networkName('base'), address: scam, symbol: 'SCAM', decimals: 18 }]
  await expect(cross({ denyTokens }, base, scam)).rejects.toMatchObject(violated)
})

test('nor is a denied native currency of another network', async () => {
  await expect(cross({ denyTokens: [{ symbol: 'POL' }] }, polygon, nativeToken)).rejects.toMatchObject(violated)
})

test('the native currency of another network is not allowed by the one of this network', async () => {
  const allowTokens = [{ symbol: 'USDC' }, { symbol: 'ETH' }]
  await expect(cross({ allowTokens }, polygon, nativeToken)).rejects.toMatchObject(violated)
})

test('a crossing pays to no network that is not allowed', async () => {
  await expect(cross({ networks: [networkName('ethereum')] }, base, scam)).rejects.toMatchObject(violated)
})
