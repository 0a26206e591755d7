import { amountView, tokenView } from '#cli/views/amount'
import { transactionView } from '#cli/views/trade/transaction'
import { formatTime } from '#domain/api/plain'
import type { Block } from '#domain/pools/snapshot'
import { isUnlimited, type KnownAllowance, type OpenGrant, type Revocation } from '#domain/trade/allowances'
import { checksum } from '#text/checksum'

/** An allowance as JSON shows it: `unlimited` from 2^255 on, which no token's supply reaches. */
export const allowanceView = ({ token, spender, isOurs, allowance }: KnownAllowance) => ({
  spender: checksum(spender),
  ours: isOurs,
  unlimited: isUnlimited(allowance),
  allowance: amountView(allowance, token),
})

export const blockView = ({ number, hash, time }: Block) => ({ number, hash, time: formatTime(time) })

/** `pending`: signed, and neither proven done nor proven void. `none`: another transaction had done it. */
export const revocationStateOf = ({ failure, intent }: Revocation): 'done' | 'none' | 'pending' | 'failed' => {
  if (failure !== undefined) return failure.exit === 13 ? 'pending' : 'failed'
  return intent === undefined ? 'none' : 'done'
}

export function revocationView(one: Revocation) {
  const { token, spender, isOurs, allowance, after, intent, failure } = one
  return {
    token: tokenView(token),
    spender: checksum(spender),
    ours: isOurs,
    state: revocationStateOf(one),
    before: String(allowance),
    after: String(after),
    ...(intent === undefined ? {} : { intentId: intent.id, txs: intent.transactions.map(transactionView) }),
    ...(failure === undefined ? {} : { error: failureView(failure) }),
  }
}

export const grantView = ({ token, spender, value, hash, nonce, isFile }: OpenGrant) => ({
  ...{ token: checksum(token), spender: checksum(spender), value: String(value), hash, nonce, inFile: isFile },
})

const failureView = ({ code, exit, message, fix }: NonNullable<Revocation['failure']>) => ({
  code,
  exitCode: exit,
  message,
  fix: [...fix],
})
