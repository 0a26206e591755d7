/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant where a transaction of another machine is compared, signed and sent. */
const tests = ['test/trade/offline.test.ts']
const l1Fee = 'test/trade/offline-l1-fee.test.ts'
/** @param {string} name */
const part = (name) => `src/app/trade/offline/${name}.ts`

/** @type {readonly Mutant[]} */
export const signedOffline = [
  [
    'offline: the minimum beside the bytes may be less than theirs',
    part('verify'),
    "requireEqual('minOut', minimumOut, call.minimumOut)",
    '',
    tests,
  ],
  [
    'offline: the deadline beside the bytes may be another',
    part('verify'),
    "requireEqual('deadline', trade.deadline, call.deadline)",
    '',
    tests,
  ],
  [
    'offline: an approval of another chain is signed',
    part('verify'),
    "requireEqual('chainId', network.chainId, payload.chainId)",
    '',
    tests,
  ],
  [
    'offline: an approval for anybody is signed',
    part('verify'),
    'if (approval.spender !== getRouter(network).address) throw untrusted(network, approval.spender)',
    '',
    tests,
  ],
  [
    'offline: an approval of more than is shown is signed',
    part('verify'),
    "requireEqual('amount', amount, approval.value)",
    '',
    tests,
  ],
  ['offline: a tip above the price is signed', part('verify'), 'if (tip > price) throw', 'if (tip < 0n) throw', tests],
  [
    'offline: a token is shown with the decimals of the file',
    part('sign'),
    'await requireListedTokens(network, unsigned)',
    '',
    tests,
  ],
  [
    'offline: gas may cost what the file says',
    part('sign'),
    'requireCostWithin(network, { gas, ...reserved }, limit)',
    '',
    tests,
  ],
  [
    'offline: the L1 fee of a file counts against no policy',
    part('sign'),
    'intent: intent.id, step, trade, ...reserved }',
    'intent: intent.id, step, trade }',
    [l1Fee],
  ],
  [
    'offline: the L1 fee that is told where a file is sent is dropped',
    part('send'),
    'if (l1Fee !== undefined) await context.journal.recordL1Fee(intent.id, { step, hash, l1Fee })',
    '',
    [l1Fee],
  ],
  [
    'offline: another signature is taken for the first one',
    part('send'),
    'versions.some((one) => one.hash === hash) === true',
    'versions.some(() => true) === true',
    [l1Fee],
  ],
]
