import { getListedTokens, loadPublishedTokens } from '#app/tokens'
import type { Network } from '#domain/network'
import { type PolicyToken, policyDecimals, type TokenLimit } from '#domain/policy/policy'
import { type Address, nativeToken } from '#domain/units'

/**
 * A network whose tokens are those that a symbol may mean in a swap: its entry's, and those that only the published list
 * has. Of these, a symbol that several have means each of them: a limit holds for all.
 */
export async function loadRuleNetwork(network: Network): Promise<Network> {
  const stated = getListedTokens(network)
  const published = (await loadPublishedTokens(network)).filter(
    (token) => !stated.some(({ symbol }) => isSameSymbol(symbol, token.symbol)),
  )
  return { ...network, tokens: [...network.tokens, ...published] }
}

/**
 * The decimals of a token if a rule is about it, else `undefined`. The native currency, its wrapped form and the contracts
 * that show its balance are one token: wrapping is a swap that costs nothing. Where tokens pay for gas, gas counts as the
 * usual one of them.
 * @param network of {@link loadRuleNetwork}
 */
export function findRuleDecimals(rule: PolicyToken, network: Network, token: Address): number | undefined {
  const listed = getListedTokens(network)
  const named =
    'address' in rule
      ? [rule].filter((one) => one.network === network.name)
      : listed.filter(({ symbol }) => isSameSymbol(symbol, rule.symbol))
  const exact = named.find(({ address }) => address === token)
  if (exact !== undefined) return exact.decimals
  if (!isNative(network, token) || !named.some(({ address }) => isNative(network, address))) return undefined
  return listed.find(({ address }) => address === token)?.decimals ?? network.native.decimals
}

export const isCoveredBy = (rules: readonly PolicyToken[], network: Network, token: Address): boolean =>
  rules.some((rule) => findRuleDecimals(rule, network, token) !== undefined)

/** Under whatever address. */
const isNative = ({ wrapped, nativeTwins = [], feeToken }: Network, address: Address): boolean =>
  [nativeToken, wrapped, feeToken?.address, ...nativeTwins].includes(address)

const isSameSymbol = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()

/** An amount in 10^-36 of a whole token, rounded up: tokens with more decimals never count as less. */
export function toPolicyUnits(raw: bigint, decimals: number): bigint {
  if (decimals <= policyDecimals) return raw * 10n ** BigInt(policyDecimals - decimals)
  const step = 10n ** BigInt(decimals - policyDecimals)
  return (raw + step - 1n) / step
}

/** A limit in 10^-36 of a whole token. */
export function limitOf({ limit }: TokenLimit): bigint {
  const [whole = '', part = ''] = limit.split('.')
  return BigInt(whole + part.padEnd(policyDecimals, '0'))
}
