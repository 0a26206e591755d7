/** Bugs in the spend policy. */

const e2e = 'test/e2e/policy.test.ts'
const check = 'src/app/policy/check-policy.test.ts'
const outflow = 'src/app/policy/outflow.test.ts'
const oneNonce = 'test/trade/one-nonce-limit.test.ts'
const day = 'src/app/policy/day-spends.test.ts'

/** @import { Mutant } from './trade.mjs' */
export const policed = /** @type {readonly Mutant[]} */ ([
  [
    'policy: no lock over sum and signature',
    'src/app/policy/guard-accounts.ts',
    'context.lock(() => attempt(true))',
    'attempt(true)',
    [e2e],
  ],
  [
    'policy: the bytes are stored after the lock',
    'src/app/policy/guard-accounts.ts',
    '      await keep?.(signature)\n',
    '      setTimeout(() => void keep?.(signature), 1_000)\n',
    [e2e],
  ],
  [
    'policy: a permit is not checked',
    'src/app/policy/signature-checks.ts',
    'permit.value)\n      await check(context, policy, { network, sender: address, outflow })',
    'permit.value)\n      void outflow',
    [e2e],
  ],
  [
    'policy: only the folder of the settings has one',
    'src/store/policy-files.ts',
    '[...new Set([...own, ...ofKey])]',
    '[...own]',
    [e2e],
  ],
  [
    'policy: another state directory counts from zero',
    'src/app/policy/check-policy.ts',
    'if (!policy.countsHere)',
    'if (false)',
    [check, e2e],
  ],
  [
    'policy: an allowance is not compared with a limit',
    'src/app/policy/check-policy.ts',
    '...outflow.allowances.map((one) => sumOf(limit, network, [one])),',
    '',
    [check, e2e],
  ],
  [
    'policy: wrapped is not native',
    'src/app/policy/token-rules.ts',
    'if (!isNative(network, token) || !named.some(({ address }) => isNative(network, address))) return undefined',
    'if (true) return undefined',
    [check, e2e],
  ],
  [
    'policy: the affiliate is no recipient',
    'src/app/policy/planned-trade.ts',
    '[to, ...(affiliate === undefined ? [] : [affiliate.address])]',
    '[to]',
    [outflow, e2e],
  ],
  [
    'policy: the affiliate of the bytes is no recipient',
    'src/app/policy/outflow.ts',
    'affiliate === undefined ? [recipient] : [recipient, affiliate.address]',
    '[recipient]',
    [outflow],
  ],
  [
    'policy: a reverted swap counts nothing before it is final',
    'src/app/policy/day-spends.ts',
    "if ((stage === 'reverted' || stage === 'cancelled') && isFinal)",
    "if (stage === 'reverted' || stage === 'cancelled')",
    [day],
  ],
  [
    'policy: replaced counts nothing before it is final',
    'src/app/policy/day-spends.ts',
    "stage === 'void' || (stage === 'replaced' && isFinal && sent === 'no')",
    "stage === 'void' || (stage === 'replaced' && sent !== 'yes')",
    [day],
  ],
  [
    'policy: the first version of a step counts, not the dearest',
    'src/app/policy/day-spends.ts',
    'const larger = before.amount > one.amount ? before : one',
    'const larger = before.amount >= 0n ? before : one',
    [day],
  ],
  [
    'policy: two transactions with one nonce count as two',
    'src/app/policy/counted-spends.ts',
    'byNonce.get(by.nonce)',
    'byNonce.get(by.intent)',
    [oneNonce],
  ],
  [
    'policy: what others may take counts only if its swap has the nonce',
    'src/app/policy/day-spends.ts',
    'if (before.by !== undefined && one.by !== undefined) return larger',
    'if (before.by !== undefined || one.by !== undefined) return { ...larger, by: before.by ?? one.by }',
    [day],
  ],
  [
    'policy: gas is free',
    'src/app/policy/outflow.ts',
    'export const maxGasOf = ({ gasLimit, fees }: Payload): bigint => gasLimit * gasPriceOf(fees)',
    'export const maxGasOf = ({ gasLimit, fees }: Payload): bigint => 0n * gasLimit * gasPriceOf(fees)',
    [check],
  ],
])
