import { expect, test } from 'vitest'
import { fail } from '#domain/errors'

const remedy = ['swapline swap 1 USDC DAI -n base']
const fixOf = (isFinal: boolean) =>
  fail('REVERTED', {
    what: 'The swap',
    reason: { words: 'the price has moved', remedy },
    block: 7,
    gasUsed: '21000',
    id: '7b3e91c4',
    isFinal,
  }).fix

test('a swap that reverted in a block that may be undone is not to be made again', () => {
  expect(fixOf(true)).toEqual(['swapline swap 1 USDC DAI -n base'])
  expect(fixOf(false)).toEqual(['swapline status 7b3e91c4 --watch', 'never swap again before that is final'])
})
