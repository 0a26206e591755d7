import { getListedTokens } from '#app/tokens'
import type { Network } from '#domain/network'
import { type PolicyToken, policyDecimals, type TokenLimit } from '#domain/policy/policy'
import { type Address, nativeToken } from '#domain/units'

/**
 * The decimals of a token if a rule is about it, else `undefined`. The native currency and its wrapped form are one
 * token: wrapping is a swap that costs nothing.
 */
export function findRuleDecimals(rule: PolicyToken, network: Network, token: Address): number | undefined {
  const isSame = (address: Address): boolean =>
    address === token || (isNativeOrWrapped(network, address) && isNativeOrWrapped(network, token))
  if ('address' in rule) return rule.network === network.name && isSame(rule.address) ? rule.decimals : undefined
  const listed = getListedTokens(network).filter(({ symbol }) => isSameSymbol(symbol, rule.symbol))
  return listed.find(({ address }) => isSame(address))?.decimals
}

export const isCoveredBy = (rules: readonly PolicyToken[], network: Network, token: Address): boolean =>
  rules.some((rule) => findRuleDecimals(rule, network, token) !== undefined)

const isNativeOrWrapped = ({ wrapped }: Network, address: Address): boolean =>
  address === nativeToken || address === wrapped

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
