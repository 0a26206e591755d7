/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in signing and sending, in storage, and in the trust in endpoints. */
const journal = 'test/store/journal.test.ts'
const signatures = 'test/store/signatures.test.ts'
const migration = 'test/store/migration.test.ts'
const trade = 'test/trade/evidence.test.ts'
const endpoints = 'test/trade/endpoints.test.ts'
const guards = 'src/app/trade/checks/guards.test.ts'
const rules = 'test/trade/money-rules.test.ts'
const ceiling = 'test/trade/gas-ceiling.test.ts'
const budget = 'src/app/trade/steps/gas-budget.test.ts'
const price = 'test/remote/price.test.ts'
const sending = 'test/chain/sending.test.ts'
const nodes = 'test/e2e/evidence.test.ts'
/** @param {string} name */
const app = (name) => `src/app/trade/${name}.ts`
/** @param {string} name */
const store = (name) => `src/store/${name}.ts`
/** @param {string} name */
const chain = (name) => `src/chain/${name}.ts`

/** @type {readonly Mutant[]} */
export const carriedOut = [
  // signing and sending
  [
    'bytes leave before they are recorded',
    app('steps/send'),
    "note({ endpoint, outcome: 'begun', reason: undefined })",
    'Promise.resolve()',
    [trade],
  ],
  [
    'a step is signed twice',
    app('steps/send'),
    'if (transactionOf(before, step) !== undefined) return before',
    '',
    [endpoints],
  ],
  [
    'no look at the fees before a signature',
    app('steps/send'),
    'await requireAllFeesWithin(chain, payload, transaction.gasBudget)',
    '',
    [ceiling],
  ],
  [
    'bytes that were lost are not handed over again',
    app('steps/follow'),
    'if (isRebroadcastDue(tx, clock.now()))',
    'if (tx.nonce < 0)',
    [trade],
  ],
  ['a reorganization is not told', app('steps/follow'), "dialogue.tell({ what: 'reorganized', intent })", '', [trade]],
  [
    'news is believed of one endpoint',
    app('steps/refresh'),
    "const isClear = at !== 'one' ? agree(first) : first.every((look) => !isNews(look, tx, confirmations))",
    'const isClear = true',
    [endpoints],
  ],
  [
    'the nonce search begins too late',
    app('steps/refresh'),
    'Math.max(0, ...free) - lagBlocks',
    'Math.max(0, ...free) + 1000',
    [endpoints],
  ],
  [
    'final is not looked at for more blocks',
    app('steps/refresh'),
    " && (conclusion.stage === 'void' || conclusion.depth >= confirmations)",
    '',
    [trade],
  ],
  [
    'what was received is the balance, whatever the minimum',
    app('steps/received'),
    'return gained >= minimumOut ? amount(gained) : undefined',
    'return amount(gained < 0n ? 0n : gained)',
    ['src/app/trade/steps/received.test.ts'],
  ],
  [
    'an id answers any request',
    app('earlier-intent'),
    'if (differs.length === 0) return found',
    'return found',
    [nodes],
  ],
  [
    'declined is not recorded',
    app('swap'),
    "if (isFailure(error, 'DECLINED')) await",
    "if (isFailure(error, 'INTERNAL')) await",
    [trade],
  ],
  [
    'a later quote may give less',
    app('checks/guards'),
    'if (fresh.route.amountOut < accepted.minimumOut)',
    'if (fresh.route.amountOut < 0n)',
    [rules],
  ],
  ['the lower of two minimums', app('swap-parts/terms'), '(a > b ? a : b)', '(a < b ? a : b)', [rules]],
  [
    'the approval is sent before anybody agreed',
    app('swap'),
    '  const agreed = await agreeOnSwap(context, run, { ...input, allowance })\n',
    '  const { chain, quote } = input\n  const agreed = toAgreedSwap(context, run, { chain, quote, minimumOut: quote.minimumOut, allowance })\n',
    [rules],
  ],
  [
    'the gas of the approval is not in what is agreed to',
    app('swap-parts/terms'),
    'ofSwap + (approval?.maxGasCost ?? 0n)',
    'ofSwap / 1_000n',
    [rules],
  ],
  [
    'a deadline of 15 minutes whatever was agreed',
    app('checks/fetch-verified-payload'),
    '    deadlineSeconds: request.deadlineSeconds,',
    '    deadlineSeconds: 900,',
    [rules],
  ],
  [
    'a word that holds more than the balance is replaced',
    app('simulation/find-token-slot'),
    'if (BigInt(await chain.storageAt(read.to, slot)) !== actual) return undefined',
    '',
    ['test/trade/token-slots.test.ts'],
  ],
  [
    'an assumption that the contract does not read back',
    app('simulation/assume-holdings'),
    'if ((await readAssuming(chain, read, state)) !== wei(wanted)) return undefined',
    '',
    ['test/e2e/dry-run.test.ts'],
  ],
  ['an unknown impact passes', app('checks/guards'), "throw fail('PRICE_IMPACT_UNKNOWN', {})", 'return', [rules]],
  [
    'the impact limit is off by a point',
    app('checks/guards'),
    'if (priceImpact > maxImpact)',
    'if (priceImpact > maxImpact + 10_000)',
    [guards],
  ],
  [
    'the slippage limit is not looked at',
    app('checks/guards'),
    'if (slippage > guards.maxSlippage)',
    'if (slippage > 1_000_000)',
    [guards],
  ],
  [
    'more may be sold than was allowed',
    app('checks/guards'),
    'request.sellAmount <= maximumIn)',
    'request.sellAmount <= maximumIn * 2n)',
    [guards],
  ],
  [
    'the minimum is not looked at',
    app('checks/guards'),
    'quote.minimumOut < guards.minimumOut)',
    'quote.minimumOut < 0n)',
    [guards],
  ],
  [
    '--max-gas doubled',
    app('steps/gas-budget'),
    'maxCost: guards.maxGas, of',
    'maxCost: wei(guards.maxGas * 2n), of',
    [budget, ceiling],
  ],
  ['half of a sale for gas', app('steps/gas-budget'), 'const shareOfSale = 4n', 'const shareOfSale = 2n', [budget]],
  [
    'a price of one percent of the market',
    app('checks/fair-quote'),
    'if (promised * million < market',
    'if (promised * million * 100n < market',
    [price],
  ],
  [
    'a price nobody can check',
    app('checks/fair-quote'),
    "throw fail('PRICE_UNCHECKED'",
    "void fail('PRICE_UNCHECKED'",
    [price],
  ],
  // storage
  [
    'another transaction as a signature of a step',
    store('sqlite/migrations/signatures'),
    "WHEN NEW.kind = 'original' AND EXISTS",
    'WHEN 0 AND EXISTS',
    [signatures],
  ],
  [
    'attempts with several nonces',
    store('sqlite/schema'),
    'WHEN EXISTS (SELECT 1 FROM attempts WHERE step = NEW.step AND nonce <> NEW.nonce)',
    'WHEN 0',
    [journal],
  ],
  [
    'signed bytes can be changed',
    store('sqlite/migrations/l1-fee-rises'),
    "RAISE(ABORT, 'signed bytes stay as they are')",
    '1',
    [journal],
  ],
  [
    'what is reserved for an L1 fee falls',
    store('sqlite/migrations/l1-fee-rises'),
    "RAISE(ABORT, 'what is reserved for an L1 fee only rises')",
    '1',
    ['test/store/l1-fee-rises.test.ts'],
  ],
  ['evidence can be deleted', store('sqlite/schema'), "RAISE(ABORT, 'evidence is kept')", '1', [journal]],
  [
    'a migrated refusal is an acceptance',
    store('sqlite/schema'),
    "WHEN t.stage = 'cancelled' THEN 'refused'",
    "WHEN t.stage = 'cancelled' THEN 'accepted'",
    [migration],
  ],
  [
    'a migrated revert is a success',
    store('sqlite/schema'),
    "CASE t.stage WHEN 'reverted' THEN 'reverted' ELSE 'success' END) END))",
    "'success') END))",
    [migration],
  ],
  [
    'a newer look stays at its old place',
    store('journal/evidence-rows'),
    ', seq = (SELECT max(seq) + 1 FROM observations)',
    '',
    [journal],
  ],
  [
    'a look replaces another one that says otherwise',
    store('journal/evidence-rows'),
    'if (!isSame) return undefined',
    '',
    [journal],
  ],
  [
    'void bytes hold their nonce',
    store('journal/journal'),
    '!conclusion.isFinal && conclusion.stage',
    'conclusion.stage',
    [journal],
  ],
  [
    'bytes handed to nobody hold their nonce',
    store('journal/journal'),
    " && conclusion.stage !== 'signed'",
    '',
    [journal],
  ],
  [
    'nonces of all networks',
    store('journal/journal'),
    'WHERE network = ? AND sender = ?',
    "WHERE network <> ?||'x' AND sender = ?",
    [journal],
  ],
  // trust in endpoints
  [
    'a receipt of a block that is not in the chain',
    chain('tx/look'),
    'if (holds(block, hash, receipt))',
    'if (block !== undefined)',
    [sending],
  ],
  [
    'a lost answer is a refusal',
    chain('tx/broadcast'),
    "return { endpoint: endpoint.name, outcome: 'no-answer'",
    "return { endpoint: endpoint.name, outcome: 'refused'",
    [sending],
  ],
  [
    'the wrong chain is handed the bytes',
    chain('create-chain'),
    'await endpoint.ask([], { again: true })\n    return endpoint',
    'return endpoint',
    [sending],
  ],
  [
    'the user of a nonce is the block after',
    chain('tx/nonce-search'),
    'if (used) high = middle',
    'if (used) high = middle + 1',
    [sending],
  ],
]
