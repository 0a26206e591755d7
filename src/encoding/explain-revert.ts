/** Revert data in words: the router's own errors, and what tokens and pools commonly answer. */
import type { Hex } from '#domain/units'
import { routerErrors } from './router.gen.ts'
import { addressOf, wordLength } from './words.ts'

type RouterError = (typeof routerErrors)[keyof typeof routerErrors]

/** Amounts are in smallest units: the bytes do not say of which token. */
const routerWords: Record<RouterError, (a: bigint, b: bigint) => string> = {
  'AmountTooLarge(uint256)': (amount) => `the amount ${amount} is above 128 bits`,
  'BalanceUnreadable(address)': (token) => `the token ${said(token)} does not tell its balances`,
  'Expired(uint256)': (deadline) => `the deadline ${deadline} has passed`,
  'FeeTooHigh(uint256)': (ppm) => `the affiliate fee of ${ppm} ppm is above the limit`,
  'InputLeft(uint256)': (left) => `${left} wei of the sold amount were spent by no leg`,
  'MalformedRoute()': () => 'the packed route cannot be read',
  'MalformedPermit()': () => 'the packed permit cannot be read',
  'NativeRefused(address)': (to) => `${said(to)} does not accept native currency`,
  'NonceUsed(uint256)': (nonce) => `the order with nonce ${nonce} was carried out or cancelled before`,
  'NotArmed(address)': (sender) => `${said(sender)} asked to be paid but is not being traded with`,
  'NotCalledBack(address)': (pool) => `the pool ${said(pool)} never asked for its payment`,
  'OverPull(uint256,uint256)': (owed, cap) => `a pool asked for ${owed}, more than the ${cap} it was offered`,
  'PartialFill(uint256,uint256)': (owed, amount) => `a pool could take only ${owed} of ${amount}`,
  'PoolUnreadable(address)': (pool) => `there is no pool of the expected kind at ${said(pool)}`,
  'Reentered()': () => 'a token or pool called back into the router',
  'SameToken()': () => 'the sold and the bought token are the same',
  'TooLittle(uint256,uint256)': (received, minimum) =>
    `the price has moved: ${received} would be received, below the minimum of ${minimum}`,
  'TransferFailed(address)': (token) => `the token ${said(token)} refused a transfer`,
  'WrongAffiliate(address)': (affiliate) => `${said(affiliate)} cannot be an affiliate`,
  'WrongRecipient(address)': (recipient) => `${said(recipient)} cannot be the recipient`,
  'WrongRouter(address)': (router) => `the order is for another router, ${said(router)}`,
  'WrongSignature(address)': (sender) => `the order is not signed by ${said(sender)}`,
  'WrongValue(uint256,uint256)': (sent, expected) => `${sent} wei came with the call instead of ${expected}`,
  'ZeroMinimum()': () => 'the minimum to receive is zero',
}

/** Source: v2-core UniswapV2Pair and UniswapV2ERC20, v3-core UniswapV3Pool, OpenZeppelin ERC20 4.x. */
const knownReasons: Readonly<Record<string, string>> = {
  'UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT': 'the amount is too small for a pool to give anything',
  'UniswapV2: INSUFFICIENT_INPUT_AMOUNT': 'a pool received nothing',
  'UniswapV2: INSUFFICIENT_LIQUIDITY': 'a pool does not hold enough',
  'UniswapV2: K': 'a pool received less than it was sent: the token may take a fee on transfer',
  'UniswapV2: LOCKED': 'a pool is busy',
  'UniswapV2: OVERFLOW': 'the amount is above what a pool can hold',
  'UniswapV2: TRANSFER_FAILED': 'a pool could not pay out its token',
  AS: 'the amount is too small to trade',
  IIA: 'a pool received less than it was sent: the token may take a fee on transfer',
  LOK: 'a pool is busy or not started yet',
  SPL: 'a pool has no liquidity in this direction',
  TF: 'a pool could not pay out its token',
  STF: 'the sold token could not be taken from the account: check balance and allowance',
  TRANSFER_FROM_FAILED: 'the sold token could not be taken from the account: check balance and allowance',
  'ds-math-sub-underflow': 'the balance or allowance of a token is too small',
  'ERC20: transfer amount exceeds balance': 'the balance of the sold token is too small',
  'ERC20: transfer amount exceeds allowance': 'the allowance for the router is too small',
  'ERC20: insufficient allowance': 'the allowance for the router is too small',
}

/** Errors of others that carry words after their selector. Source: ERC-6093. */
const foreignErrors: Readonly<Record<string, string>> = {
  '0xe450d38c': 'the balance of a token is too small', // ERC20InsufficientBalance(address,uint256,uint256)
  '0xfb8f41b2': 'the allowance for the router is too small', // ERC20InsufficientAllowance(address,uint256,uint256)
}

/** Source: Solidity documentation, «Panic via assert and error via require». */
const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'a number went below zero or above its limit',
  '18': 'a division by zero',
  '50': 'an index out of range',
}

const errorString = '0x08c379a0'
const panicCode = '0x4e487b71'

/**
 * Why a call reverted, in words without a full stop. What a contract says for itself is quoted as it is: foreign
 * text, to be sanitised before a screen shows it.
 * @returns `undefined` for no data, and for errors nobody here knows
 */
export function explainRevert(data: Hex): string | undefined {
  const selector = data.slice(0, 10)
  const [a = 0n, b = 0n] = wordsOf(data)
  if (isOurs(selector)) return routerWords[routerErrors[selector]](a, b)
  if (selector === errorString) return reasonOf(data)
  if (selector === panicCode) return `a contract failed: ${panics[String(a)] ?? `panic ${a}`}`
  return foreignErrors[selector]
}

const isOurs = (selector: string): selector is keyof typeof routerErrors => selector in routerErrors

const said = (word: bigint): string => addressOf(word) ?? 'an unreadable address'

function wordsOf(data: Hex): readonly bigint[] {
  const words = data.slice(10).match(/.{64}/g) ?? []
  return words.slice(0, 2).map((word) => BigInt(`0x${word}`))
}

/** The text of `Error(string)`, at most 256 bytes of it. */
function reasonOf(data: Hex): string | undefined {
  const [, length = 0n] = wordsOf(data)
  const text = data.slice(10 + 2 * wordLength, 10 + 2 * wordLength + 2 * Number(length > 256n ? 256n : length))
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const reason = new TextDecoder().decode(bytes)
  return reason === '' ? undefined : (knownReasons[reason] ?? `a contract said «${reason}»`)
}
