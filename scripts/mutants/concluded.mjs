/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in the conclusions on signed bytes, and in the outcomes of commands. */
const evidence = 'src/domain/journal/evidence.test.ts'
const trade = 'test/trade/evidence.test.ts'
const ending = 'src/cli/start/interruption.test.ts'
const nodes = 'test/e2e/evidence.test.ts'
const looks = 'src/domain/journal/looks.ts'
const [conclude, outcome] = ['src/domain/journal/evidence.ts', 'src/domain/journal/outcome.ts']
/** @param {string} name */
const app = (name) => `src/app/trade/${name}.ts`

/** @type {readonly Mutant[]} */
export const concluded = [
  // conclusions
  [
    'final one block early',
    conclude,
    'const isFinal = depth >= finalDepth && !hasObjections(objections)\n  const facts',
    'const isFinal = depth + 1 >= finalDepth && !hasObjections(objections)\n  const facts',
    [evidence],
  ],
  [
    'replaced final one block early',
    conclude,
    'const isFinal = depth >= finalDepth && !hasObjections(objections)\n  const denied',
    'const isFinal = depth + 1 >= finalDepth && !hasObjections(objections)\n  const denied',
    [evidence],
  ],
  ['no endpoint contradicts', looks, 'return isDenied ? undefined : found', 'return found', [evidence]],
  [
    'an endpoint behind the block contradicts',
    looks,
    'if (look.head.number < receipt.block || look.seen',
    'if (look.seen',
    [evidence],
  ],
  [
    'handed over and unanswered counts as not handed over',
    conclude,
    "!observations.some(({ kind }) => kind === 'broadcast')",
    "!observations.some((one) => one.kind === 'broadcast' && one.outcome === 'accepted')",
    [evidence],
  ],
  [
    'a refusal erases an acceptance',
    'src/domain/journal/evidence-text.ts',
    "if (one.kind === 'look' && one.seen === 'absent') taken.delete(one.endpoint)",
    "if (one.kind === 'broadcast' && one.outcome === 'refused') taken.clear()",
    [evidence],
  ],
  [
    'replaced stays when the nonce is free again',
    looks,
    'one.head.number >= used.block) used = undefined',
    'one.head.number < 0) used = undefined',
    [evidence],
  ],
  [
    'our own bytes on the nonce replace us',
    conclude,
    'attempts.some(({ hash }) => hash === by)',
    'attempts.some(({ hash }) => hash !== by && hash === blockHash)',
    [evidence],
  ],
  ['void at the deadline itself', conclude, 'one.block.time > deadline\n', 'one.block.time >= deadline\n', [evidence]],
  ['void by a block that is not final', conclude, 'one.final && isFree(one)', 'isFree(one)', [evidence]],
  [
    'void though an endpoint shows the nonce used',
    conclude,
    'isPast(one) && !usedBy(one.block.number)',
    'isPast(one)',
    [evidence],
  ],
  [
    'DEADLINE_PASSED never raised',
    conclude,
    'if (deadline === undefined) return undefined\n  const [{ nonce }]',
    'if (deadline !== 0) return undefined\n  const [{ nonce }]',
    [evidence],
  ],
  [
    'bytes are handed over past their deadline',
    conclude,
    'deadline !== undefined && looks.some(({ head }) => head.time > deadline)',
    'deadline !== undefined && looks.length < 0',
    [evidence],
  ],
  [
    'a reverted transaction reads as mined',
    conclude,
    "if (receipt.status === 'reverted')",
    "if (receipt.status !== 'reverted' && depth < 0)",
    [evidence],
  ],
  // outcomes of commands
  [
    'done one confirmation early',
    outcome,
    'if (depth < Math.max(1, confirmations))',
    'if (depth + 1 < Math.max(1, confirmations))',
    [trade],
  ],
  [
    'an unknown amount is a success',
    outcome,
    "return step === 'swap' && receipt.received === undefined",
    "return step === 'deploy' && receipt.received === undefined",
    [nodes],
  ],
  ['approvals are not named', outcome, 'if (first === undefined) return failure', 'return failure', [trade]],
  [
    'an interruption says what it knows',
    'src/cli/start/interruption.ts',
    'outcome = (cause) => outcomeOf(id, cause)',
    'outcome = async (cause) => cause',
    [ending],
  ],
  [
    'a journal that cannot be read hides what was sent',
    app('steps/outcome'),
    "return fail('JOURNAL_UNREADABLE'",
    "return cause ?? fail('JOURNAL_UNREADABLE'",
    [trade],
  ],
  [
    'a failure after the signature keeps its own words',
    app('steps/outcome'),
    'throw await outcome(context, id, error)',
    'throw error',
    [trade],
  ],
  [
    "figures of a receipt are one endpoint's word",
    'src/domain/journal/looks.ts',
    'told.every((one) => one === told[0]) ? told[0] : undefined',
    'told[0]',
    ['src/domain/journal/contradictions.test.ts'],
  ],
]
