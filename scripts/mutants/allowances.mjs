/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in what keeps swaps of one account from undoing each other's allowance. */
const allowances = 'test/trade/allowances.test.ts'
const agreed = 'test/trade/agreed-allowances.test.ts'
const lagging = 'src/app/trade/allowance/pending.test.ts'
/** @param {string} name */
const app = (name) => `src/app/trade/${name}.ts`

/** @type {readonly Mutant[]} */
export const inAllowances = [
  [
    'an allowance is planned without its lock',
    app('allowance/lock'),
    'return allowanceLock.withLock(turn, work)',
    'return turn.timeoutMs > 0 ? work() : allowanceLock.withLock(turn, work)',
    [allowances],
  ],
  [
    'the lock on an allowance is released before the swap is signed',
    app('swap'),
    'return withSellAllowance(context, run, { ...input, waiting }, async () => {',
    'await withSellAllowance(context, run, { ...input, waiting }, async () => undefined)\n  const unlocked = (work: () => Promise<PreparedSwap>) => work()\n  return unlocked(async () => {',
    [allowances],
  ],
  [
    'a swap gives up when its allowance was taken away',
    app('swap'),
    "if (run.request.approve === 'never') throw error",
    'throw error',
    [agreed],
  ],
  [
    'the lock on an allowance is held while the user reads',
    app('swap'),
    'const agreed = await agreeOnSwap(context, run, { ...input, allowance })',
    'const agreed = await withSellAllowance(context, run, input, () => agreeOnSwap(context, run, { ...input, allowance }))',
    [agreed],
  ],
  [
    'an approval beyond what was agreed to is signed',
    app('swap-parts/allowance'),
    'allowance: await boundPlan({ chain, quote, owner, request }, planned), isAgreed: false }',
    'allowance: await boundPlan({ chain, quote, owner, request }, planned), isAgreed: true }',
    [agreed],
  ],
  [
    'an allowance that pending swaps will take is taken again',
    app('allowance/plan'),
    'reserved: minAmount(before, sumTakes(pending))',
    'reserved: amount(0n)',
    [allowances],
  ],
  [
    'an approval does not wait for a pending one',
    app('allowance/plan'),
    "if (kind === 'approval' || (kind === 'permit' && permit)) return true",
    "if (kind === 'permit' && permit) return true",
    [allowances],
  ],
  [
    'the nonce of a pending permit is signed again',
    app('allowance/plan'),
    "(kind === 'permit' && permit)",
    'false',
    [allowances],
  ],
  [
    'a balance that pending swaps will take is sold again',
    app('allowance/plan'),
    'balance < needed + sumSells(pending)',
    'balance < needed',
    [allowances],
  ],
  [
    'an approval covers what pending swaps take, which have it already',
    app('allowance/plan'),
    'const after = wanted.max ? maxAllowance : needed',
    'const after = wanted.max ? maxAllowance : amount(needed + sumTakes(state.pending))',
    [allowances],
  ],
  [
    'a mined swap counts as pending no more, whatever state the allowance was read in',
    app('allowance/pending'),
    "!conclusion.isFinal || conclusion.stage === 'confirmed'",
    "!conclusion.isFinal && conclusion.stage !== 'mined'",
    [lagging],
  ],
  [
    'the highest nonce of several endpoints counts as executed',
    app('allowance/pending'),
    'Math.min(...told.',
    'Math.max(...told.',
    [lagging],
  ],
]
