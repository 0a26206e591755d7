/** What is advised about a transaction that may still be mined: of a sale, never another one; anything else is repeated. */
import { expect, test } from 'vitest'
import { fail, type SwapError } from '#domain/errors'
import { stepNames } from '#domain/journal/outcome'

const known = 'A node has it.'
const replaced = { nonce: 7, id: 'e41f08aa', by: '0xff', block: 9, isFinal: false } as const
const advice = (what: string): readonly SwapError[] => [
  fail('PENDING', { what, id: 'e41f08aa', known }),
  fail('OUTCOME_UNKNOWN', { what, id: 'e41f08aa', known }),
  fail('OUTCOME_UNKNOWN', { what, id: 'e41f08aa', known, isFiled: true }),
  fail('REPLACED', { what, ...replaced }),
  fail('REPLACED', { what, ...replaced, isFinal: true, doneOn: 'base' }),
  fail('CANCELLED', { what, ...replaced }),
  fail('NOT_REPLACEABLE', { what, id: 'e41f08aa', reason: 'it is in a block', known }),
]

test.each([stepNames.swap, stepNames.cross, stepNames.wrap, 'The order', 'The transaction'])('%s', (what) => {
  for (const { fix, code } of advice(what)) expect(fix.join('\n'), code).toMatch(/never swap again/)
  expect(advice(what)[0]?.fix).toEqual(['swapline status e41f08aa --watch     (never swap again)'])
})

test.each([stepNames.approve, stepNames.reset, stepNames.revoke, stepNames.deploy, stepNames.claim])('%s', (what) => {
  expect(advice(what).map(({ fix }) => fix)).toEqual([
    ['swapline status e41f08aa --watch     (then run the same command again)'],
    ['swapline status e41f08aa --watch     (sends the same bytes again; then run the same command again)'],
    [
      'swapline status e41f08aa --watch     (asks the chain)',
      'swapline tx send <the signed file>     (the same bytes: sends them once, and follows them)',
    ],
    [
      'swapline status e41f08aa --watch     (run the same command again once that is final)',
      'look at that transaction before you repeat this',
    ],
    ['swapline status 0xff -n base     (whether it succeeded)'],
    ['swapline status e41f08aa --watch     (run the same command again once that is final)'],
    ['swapline status e41f08aa --watch     (wait until it has ended)'],
  ])
})
