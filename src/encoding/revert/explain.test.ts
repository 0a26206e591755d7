import { ErrorFragment, Interface } from 'ethers'
import { expect, test } from 'vitest'
import { hex } from '#domain/units'
import { routerAbi } from '#encoding/contracts/router.gen'
import { explainRevert } from './explain.ts'

const errors = new Interface([...routerAbi, 'error Error(string)', 'error Panic(uint256)', 'error Strange(uint256)'])
const explainError = (name: string, ...values: unknown[]) => explainRevert(hex(errors.encodeErrorResult(name, values)))

test.each([
  ['TooLittle', [5n, 6n], 'the price has moved: 5 would be received, below the minimum of 6'],
  ['Expired', [1_700_000_000n], 'the deadline 1700000000 has passed'],
  ['MalformedRoute', [], 'the packed route cannot be read'],
  ['Error', ['UniswapV2: K'], 'a pool received less than it was sent: the token may take a fee on transfer'],
  ['Error', ['no, «thanks»'], 'a contract said «no, «thanks»»'],
  ['Panic', [0x11n], 'a contract failed: a number went below zero or above its limit'],
  ['Panic', [0x99n], 'a contract failed: panic 153'],
])('%s(%s)', (name, values, words) => expect(explainError(name, ...values)).toBe(words))

test('has no explanation for no data, an empty reason and unknown errors', () => {
  expect(explainRevert(hex('0x'))).toBeUndefined()
  expect(explainError('Error', '')).toBeUndefined()
  expect(explainError('Strange', 1n)).toBeUndefined()
})

test('quotes at most 256 bytes, whatever length is claimed', () => {
  expect(explainError('Error', 'x'.repeat(1000))).toHaveLength('a contract said «»'.length + 256)
  const claimed = `0x08c379a0${'20'.padStart(64, '0')}${'f'.repeat(64)}${Buffer.from('ab').toString('hex')}`
  expect(explainRevert(hex(claimed))).toBe('a contract said «ab»')
})

test('every error of the router has words, truncated or not', () => {
  for (const fragment of new Interface(routerAbi).fragments) {
    if (!ErrorFragment.isFragment(fragment)) continue
    const selector = errors.getError(fragment.name)?.selector ?? ''
    expect(explainRevert(hex(selector))).toMatch(/\w+ \w+/)
  }
})
