import { ErrorFragment, Interface, id } from 'ethers'
import { describe, expect, test } from 'vitest'
import { revertClasses } from '#domain/failures/revert-reason'
import { hex } from '#domain/units'
import { routerAbi } from '#encoding/contracts/router.gen'
import { classifyRevert, decodeShortfall } from './classify.ts'
import { foreignErrors } from './tables.ts'

const others = [
  'ERC20InsufficientBalance(address,uint256,uint256)',
  'ERC20InsufficientAllowance(address,uint256,uint256)',
  'ERC20InvalidSender(address)',
  'ERC20InvalidReceiver(address)',
  'InsufficientBalance()',
  'InsufficientAllowance()',
  'TransferFromFailed()',
  'TransferFailed()',
  'SafeERC20FailedOperation(address)',
  'EnforcedPause()',
  'Paused()',
  'ERC2612ExpiredSignature(uint256)',
  'ERC2612InvalidSigner(address,address)',
  'InvalidAccountNonce(address,uint256)',
  'PoolNotInitialized()',
  'PriceLimitAlreadyExceeded(uint160,uint160)',
  'CurrencyNotSettled()',
  'SwapAmountCannotBeZero()',
  'ERC4626ExceededMaxDeposit(address,uint256,uint256)',
  'ERC4626ExceededMaxWithdraw(address,uint256,uint256)',
  'ERC4626ExceededMaxRedeem(address,uint256,uint256)',
]
const errors = new Interface([...routerAbi, 'error Error(string)', 'error Panic(uint256)', 'error Strange(uint256)'])
const data = (name: string, ...values: unknown[]) => hex(errors.encodeErrorResult(name, values))
const token = '0x1111111111111111111111111111111111111111'

describe('one of each class, from the router’s own errors and from texts', () => {
  test.each([
    ['allowance', data('Error', 'ERC20: insufficient allowance'), 'the allowance for the router is too small'],
    [
      'allowance',
      data('Error', 'ERC20: transfer amount exceeds allowance'),
      'the allowance for the router is too small',
    ],
    [
      'allowance',
      data('Error', 'Uni::transferFrom: transfer amount exceeds spender allowance'),
      'a contract said «Uni::transferFrom: transfer amount exceeds spender allowance»',
    ],
    ['balance', data('Error', 'Dai/insufficient-balance'), 'the balance of the sold token is too small'],
    ['minimum', data('TooLittle', 5n, 6n), 'the price has moved: 5 would be received, below the minimum of 6'],
    ['deadline', data('Expired', 1_700_000_000n), 'the deadline 1700000000 has passed'],
    ['missing-value', data('WrongValue', 0n, 7n), '0 wei came with the call instead of 7'],
    [
      'token-tax',
      data('Error', 'UniswapV2: K'),
      'a pool received less than it was sent: the token may take a fee on transfer',
    ],
    ['token-tax', data('Error', 'IIA'), 'a pool received less than it was sent: the token may take a fee on transfer'],
    ['paused-token', data('Error', 'Pausable: paused'), 'the token is paused: its issuer has stopped all transfers'],
    [
      'paused-token',
      data('Error', 'Blacklistable: account is blacklisted'),
      'the token bars an account from transfers',
    ],
    ['paused-token', data('TransferFailed', token), `the token ${token} refused a transfer`],
    ['pool', data('PoolUnreadable', token), `there is no pool of the expected kind at ${token}`],
    ['pool', data('PartialFill', 3n, 4n), 'a pool could take only 3 of 4'],
    ['pool', data('Error', 'SPL'), 'a pool has no liquidity in this direction'],
    ['router-auth', data('WrongSignature', token), `the order is not signed by ${token}`],
    ['router-auth', data('NonceUsed', 9n), 'the order with nonce 9 was carried out or cancelled before'],
    ['panic', data('Panic', 0x11n), 'a contract failed: a number went below zero or above its limit'],
    ['unknown', data('Error', 'no, «thanks»'), 'a contract said «no, «thanks»»'],
    ['unknown', data('MalformedRoute'), 'the packed route cannot be read'],
    ['unknown', hex('0x'), 'a contract gave no reason'],
    ['unknown', data('Strange', 1n), `a contract gave the error ${id('Strange(uint256)').slice(0, 10)}`],
  ])('%s: %s', (name, bytes, words) => expect(classifyRevert(bytes)).toMatchObject({ class: name, words }))
})

test.each([
  ['0xfb8f41b2', 'allowance'],
  ['0x13be252b', 'allowance'],
  ['0xe450d38c', 'balance'],
  ['0xd93c0665', 'paused-token'],
  ['0x62791302', 'router-auth'],
  ['0x752d88c0', 'router-auth'],
  ['0x486aa307', 'pool'],
])('a foreign error without text: %s is %s', (selector, name) => expect(classifyRevert(hex(selector)).class).toBe(name))

test('the selectors of foreign errors match their signatures', () => {
  expect(new Set(Object.keys(foreignErrors))).toEqual(new Set(others.map((one) => id(one).slice(0, 10))))
})

test('is certain only if no other cause gives the same data', () => {
  const certain = (bytes: ReturnType<typeof hex>) => classifyRevert(bytes).isCertain
  expect(certain(data('TooLittle', 1n, 2n))).toBe(true)
  expect(certain(data('Error', 'Pausable: paused'))).toBe(true)
  expect(certain(data('Error', 'ERC20: insufficient allowance'))).toBe(true)
  expect(certain(data('Panic', 0x11n))).toBe(false)
  expect(certain(data('TransferFailed', token))).toBe(false)
  expect(certain(data('Error', 'ERC20: transfer amount exceeds balance'))).toBe(false)
  expect(certain(hex('0x'))).toBe(false)
})

test('uses the node’s message if the data are empty, unless it is empty of meaning too', () => {
  expect(classifyRevert(hex('0x'), 'stack underflow').words).toBe('the node says «stack underflow»')
  expect(classifyRevert(hex('0x'), 'execution reverted').words).toBe('a contract gave no reason')
  expect(classifyRevert(data('Expired', 5n), 'stack underflow').words).toBe('the deadline 5 has passed')
})

test('names of object members are not known reasons', () => {
  expect(classifyRevert(data('Error', 'constructor'))).toMatchObject({
    class: 'unknown',
    words: 'a contract said «constructor»',
  })
})

test('decodes the amount that would have been received', () => {
  expect(decodeShortfall(data('TooLittle', 5n, 6n))).toEqual({ received: 5n, minimum: 6n })
  expect(decodeShortfall(hex('0x618bc7c9'))).toBeUndefined()
  expect(decodeShortfall(data('PartialFill', 5n, 6n))).toBeUndefined()
})

test('every error of the router has a class and words, truncated or not', () => {
  const fragments = new Interface(routerAbi).fragments.filter((one) => ErrorFragment.isFragment(one))
  expect(fragments).toHaveLength(24)
  for (const { name } of fragments) {
    const found = classifyRevert(hex(errors.getError(name)?.selector ?? ''))
    expect(revertClasses).toContain(found.class)
    expect(found.words).toMatch(/\w+ \w+/)
    expect(found.words).not.toMatch(/^a contract gave/)
  }
})
