/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in replacements of signed transactions, and in conclusions on several versions. */
const versions = 'src/domain/journal/versions.test.ts'
const stored = 'test/store/replacements.test.ts'
const trade = 'test/trade/replacements.test.ts'
const limits = 'test/trade/replacement-limits.test.ts'
const cancelled = 'test/trade/cancellations.test.ts'
const schema = 'src/store/sqlite/migrations/replacements.ts'
const conclude = 'src/domain/journal/evidence.ts'
const looks = 'src/domain/journal/looks.ts'
/** @param {string} name */
const app = (name) => `src/app/trade/${name}.ts`

/** @type {readonly Mutant[]} */
export const replaced = [
  [
    'a replacement on another nonce',
    app('steps/replace'),
    'await signer.sign(request, (signed) => {',
    'await signer.sign({ ...request, nonce: nonce + 1 }, (signed) => {',
    [trade],
  ],
  [
    'a replacement is stored with another nonce than it has',
    app('steps/replace'),
    'const replacement = { kind, step, payload, nonce, ...signed',
    'const replacement = { kind, step, payload, nonce: nonce + 1, ...signed',
    [trade],
  ],
  [
    'a replacement is sent before it is stored',
    app('steps/replace'),
    'await signer.sign(request, (signed) => {',
    "await signer.sign(request, async (signed) => {\n      await chain.broadcast(signed.raw, 'one', async () => undefined)",
    [trade],
  ],
  [
    'only the newest version is followed',
    app('steps/refresh'),
    'const checks = versions.map(async (version) => {',
    'const checks = versions.slice(-1).map(async (version) => {',
    [trade],
  ],
  [
    'only the first version is followed',
    app('steps/refresh'),
    'const checks = versions.map(async (version) => {',
    'const checks = versions.slice(0, 1).map(async (version) => {',
    [trade],
  ],
  [
    'fees are raised by less than an eighth',
    app('steps/replacement-fees'),
    'export const minBumpPpm = 125_000',
    'export const minBumpPpm = 100_000',
    ['src/app/trade/steps/replacement-fees.test.ts'],
  ],
  [
    'raised fees are rounded down',
    app('steps/replacement-fees'),
    '(fee * factor + million - 1n) / million',
    '(fee * factor) / million',
    ['src/app/trade/steps/replacement-fees.test.ts'],
  ],
  [
    'the market is not looked at for a replacement',
    app('steps/replacement-fees'),
    'maxBigint(raised, expectedPriceOf(market), tip)',
    'maxBigint(raised, tip)',
    ['src/app/trade/steps/replacement-fees.test.ts'],
  ],
  [
    'a replacement may cost more than its ceiling',
    app('steps/replacement-fees'),
    'requireCostWithin(network, { gas: gasLimit * min, l1Fee }, budget)',
    '',
    ['src/app/trade/steps/replacement-fees.test.ts'],
  ],
  [
    'a replacement may be dearer than its ceiling',
    app('steps/replacement-fees'),
    'requirePriceWithin(network, { type: 0, gasPrice: wei(min) }, budget)',
    '',
    ['src/app/trade/steps/replacement-fees.test.ts'],
  ],
  [
    'the limits of the process that signed are forgotten',
    app('steps/replacement-fees'),
    'budget ?? tx.versions[0].budget ?? createCallBudget',
    'createCallBudget',
    ['src/app/trade/steps/replacement-fees.test.ts'],
  ],
  [
    'the original bytes are sent again after a cancel',
    app('steps/send'),
    'const { raw, hash, sending } = newestVersion(tx)',
    'const { raw, hash, sending } = tx.versions[0]',
    [trade],
  ],
  [
    'two processes replace the same version',
    'src/domain/journal/outcome.ts',
    'replaceableStages.has(stage) && newestVersion(tx).hash === newest',
    'replaceableStages.has(stage)',
    [stored, trade],
  ],
  [
    'a mined transaction is replaced',
    'src/domain/journal/outcome.ts',
    "new Set(['signed', 'submitted', 'unknown'])",
    "new Set(['signed', 'submitted', 'unknown', 'mined'])",
    [stored],
  ],
  [
    'a swap is sped up past its deadline',
    app('steps/replace'),
    'if (nextBlock > deadline) throw',
    'if (nextBlock < 0) throw',
    [limits],
  ],
  [
    'a swap is sped up after it was cancelled',
    app('steps/replace'),
    "if (newestVersion(tx).kind === 'cancel') throw",
    "if (newestVersion(tx).kind === 'speedup') throw",
    [trade],
  ],
  [
    'what is signed again is not compared with the trade',
    app('steps/replace'),
    'if (wrong === undefined) return',
    'if (wrong !== undefined) return',
    [limits],
  ],
  ['the store takes lower fees', schema, `9 * \${cap('a.payload')}, 1)`, `8 * \${cap('a.payload')}, 1)`, [stored]],
  ['the store takes a lower tip', schema, `9 * \${tip('a.payload')}, 1)`, '0, 1)', [stored]],
  [
    'the store takes another call as a speedup',
    schema,
    `\${call('NEW.payload')} <> \${call('a.payload')}`,
    `\${call('NEW.payload')} = ''`,
    [stored],
  ],
  [
    'a nonce counts from the first signature',
    'src/store/journal/intent-rows.ts',
    'signedAt: seconds(Math.max(...versions.map((one) => one.signedAt)))',
    'signedAt: versions[0].signedAt',
    [stored],
  ],
  // conclusions
  [
    'a mined cancel is a mined swap',
    conclude,
    "one.hash === hash && one.kind === 'cancel'",
    'one.hash === hash && one.kind !== one.kind',
    [versions],
  ],
  [
    'a deadline makes a cancellation void',
    conclude,
    'deadline: isCancelled ? undefined : deadline',
    'deadline: isCancelled && finalDepth < 0 ? undefined : deadline',
    [versions],
  ],
  [
    'two versions in blocks at once do not contradict',
    looks,
    'look.receipt !== undefined) return isRecent\n',
    'look.receipt !== undefined) return false\n',
    [versions],
  ],
  [
    'the look of one version counts for the other',
    'src/domain/journal/evidence-text.ts',
    'const isOfVersion = (one: Observation): boolean => one.hash === hash',
    'const isOfVersion = (one: Observation): boolean => one.hash !== undefined && hash !== undefined',
    [versions],
  ],
  [
    'a stored version that nobody has is not sent',
    conclude,
    'if (wasBroadcast && own.length === 0) return false',
    'if (own.length === 0) return false',
    [versions],
  ],
  [
    'what is being cancelled takes nothing any more',
    app('allowance/pending'),
    "tx.versions.filter((one) => one.kind !== 'cancel').map(({ payload }) => payload)",
    '[tx.payload]',
    ['src/app/trade/allowance/pending.test.ts', cancelled],
  ],
  [
    'the cancellation of another transaction ends the swap that waits for it',
    app('allowance/plan'),
    "  'CANCELLED',\n",
    '',
    [cancelled],
  ],
  [
    'a cancelled swap does not name its allowance',
    app('allowance/recorded-leftover'),
    "outcome === 'made' || outcome === 'open')",
    "outcome === 'made' || outcome === 'open' || swap?.conclusion.stage === 'cancelled')",
    [cancelled],
  ],
  [
    'approvals beside the intent are not told of',
    app('steps/outcome'),
    'toOutcome(intent, cause, further)',
    'toOutcome(intent, cause)',
    [cancelled],
  ],
  [
    'dropped bytes are sent again on a nonce that is taken',
    app('steps/rebroadcast'),
    'if (await mustYield(context, signed.chain, current, tx)) return current',
    '',
    [cancelled],
  ],
  ['a late swap is signed', app('steps/send'), 'if (now < deadline) return', 'if (now > 0) return', [cancelled]],
  [
    'a hash replaces another step of its intent',
    app('replace'),
    'const pending = findPending(named)',
    'const pending = findPending(found)',
    [cancelled],
  ],
]
