import type { Notice } from '#cli/out/types'
import { formatDecimal } from '#domain/format-decimal'
import {
  type LimitUse,
  type PolicyRules,
  type PolicyToken,
  policyDecimals,
  type StoredPolicy,
  type TokenLimit,
} from '#domain/policy/policy'
import { checksum } from '#text/checksum'

export const policyTokenView = (token: PolicyToken) =>
  'address' in token
    ? { symbol: token.symbol, network: token.network, address: checksum(token.address) }
    : { symbol: token.symbol }

const limitView = ({ token, limit }: TokenLimit) => ({ token: policyTokenView(token), limit })

export const policyRulesView = (rules: PolicyRules) => ({
  perTransaction: rules.perTransaction.map(limitView),
  perDay: rules.perDay.map(limitView),
  allowTokens: rules.allowTokens.map(policyTokenView),
  denyTokens: rules.denyTokens.map(policyTokenView),
  allowRecipients: rules.allowRecipients.map((address) => checksum(address)),
  networks: [...rules.networks],
})

export const limitUseView = ({ limit, per, max, spent }: LimitUse) => ({
  token: policyTokenView(limit.token),
  per,
  limit: limit.limit,
  spent: formatDecimal(spent, policyDecimals),
  left: formatDecimal(max > spent ? max - spent : 0n, policyDecimals),
})

/** Of policies whose limits of a day this process cannot count. */
export const warnCountedElsewhere = (policies: readonly StoredPolicy[]): readonly Notice[] =>
  policies
    .filter(({ perDay, countsHere }) => perDay.length > 0 && !countsHere)
    .map(({ stateDirectory }) => ({
      code: 'COUNTED_ELSEWHERE',
      message: `The limits of a day are counted in ${stateDirectory}; with this --state-dir nothing is signed that has one.`,
    }))
