/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in the choice of a transaction's nonce. */
const endpoints = 'test/trade/endpoints.test.ts'
const limits = 'test/trade/replacement-limits.test.ts'
const nonces = 'src/app/trade/steps/nonces.ts'

/** @type {readonly Mutant[]} */
export const chosenNonces = [
  ['nonces of signed bytes are ignored', nonces, 'signed === undefined ? 0 : signed + 1', '0', [endpoints]],
  ['a used nonce can be named', nonces, 'if (named < latest) throw', 'if (named < 0) throw', [limits]],
  ['a nonce of another intent can be named', nonces, 'if (holder !== undefined)', 'if (holder?.id === from)', [limits]],
  [
    'a nonce that a foreign transaction waits on can be named',
    nonces,
    'if (answers.some((one) => one.latest <= named && named < one.pending))',
    'if (named < 0)',
    [limits],
  ],
]
