/** What reverts mean: the router's own errors and the common ones of tokens and pools. */
import type { RevertClass } from '#domain/failures/revert-reason'
import type { routerErrors } from '#encoding/contracts/router.gen'
import { decodeAddress } from '#encoding/words'

/** What revert data mean, before anything else is known of the transaction. */
export interface ClassifiedRevert {
  readonly class: RevertClass
  /** A clause without a full stop; may quote a contract. */
  readonly words: string
  /** False if other causes give the same bytes: then allowance and balance should be checked. */
  readonly isCertain: boolean
}

type RouterError = (typeof routerErrors)[keyof typeof routerErrors]
type RouterRow = readonly [RevertClass, words: (a: bigint, b: bigint) => string, doubt?: 'vague']

const describeAddress = (word: bigint): string => decodeAddress(word) ?? 'an unreadable address'

/** Amounts are in smallest units: the bytes do not name the token. */
export const routerRows: Record<RouterError, RouterRow> = {
  'AmountTooLarge(uint256)': ['unknown', (amount) => `the amount ${amount} is above 128 bits`],
  'BalanceUnreadable(address)': [
    'unknown',
    (token) => `the token ${describeAddress(token)} does not report its balances`,
  ],
  'Expired(uint256)': ['deadline', (deadline) => `the deadline ${deadline} has passed`],
  'FeeTooHigh(uint256)': ['unknown', (ppm) => `the affiliate fee of ${ppm} ppm is above the limit`],
  'InputLeft(uint256)': ['unknown', (left) => `${left} wei of the sold amount were spent by no leg`],
  'MalformedRoute()': ['unknown', () => 'the packed route cannot be read'],
  'MalformedPermit()': ['router-auth', () => 'the packed permit cannot be read'],
  'NativeRefused(address)': ['unknown', (to) => `${describeAddress(to)} does not accept native currency`],
  'NonceUsed(uint256)': ['router-auth', (nonce) => `the order with nonce ${nonce} was carried out or cancelled before`],
  'NotArmed(address)': [
    'router-auth',
    (sender) => `${describeAddress(sender)} asked to be paid but is not being traded with`,
  ],
  'NotCalledBack(address)': ['pool', (pool) => `the pool ${describeAddress(pool)} never asked for its payment`],
  'OverPull(uint256,uint256)': ['pool', (owed, cap) => `a pool asked for ${owed}, more than the ${cap} it was offered`],
  'PartialFill(uint256,uint256)': ['pool', (owed, amount) => `a pool could take only ${owed} of ${amount}`],
  'PoolUnreadable(address)': ['pool', (pool) => `there is no pool of the expected kind at ${describeAddress(pool)}`],
  'Reentered()': ['router-auth', () => 'a token or pool called back into the router'],
  'SameToken()': ['unknown', () => 'the sold and the bought token are the same'],
  'TooLittle(uint256,uint256)': [
    'minimum',
    (received, minimum) => `the price has moved: ${received} would be received, below the minimum of ${minimum}`,
  ],
  'TransferFailed(address)': [
    'paused-token',
    (token) => `the token ${describeAddress(token)} refused a transfer`,
    'vague',
  ],
  'WrongAffiliate(address)': ['unknown', (affiliate) => `${describeAddress(affiliate)} cannot be an affiliate`],
  'WrongRecipient(address)': ['unknown', (recipient) => `${describeAddress(recipient)} cannot be the recipient`],
  'WrongRouter(address)': ['router-auth', (router) => `the order is for another router, ${describeAddress(router)}`],
  'WrongSignature(address)': ['router-auth', (sender) => `the order is not signed by ${describeAddress(sender)}`],
  'WrongValue(uint256,uint256)': [
    'missing-value',
    (sent, expected) => `${sent} wei came with the call instead of ${expected}`,
  ],
  'ZeroMinimum()': ['unknown', () => 'the minimum to receive is zero'],
}

const createCertain = (name: RevertClass, words: string): ClassifiedRevert => ({ class: name, words, isCertain: true })
const createUncertain = (name: RevertClass, words: string): ClassifiedRevert => ({
  class: name,
  words,
  isCertain: false,
})

const allowance = createCertain('allowance', 'the allowance for the router is too small')
const balance = createUncertain('balance', 'the balance of the sold token is too small')
const notTaken = createUncertain(
  'allowance',
  'the sold token could not be taken from the account: check balance and allowance',
)
const taxed = createCertain('token-tax', 'a pool received less than it was sent: the token may take a fee on transfer')
const notPaid = createUncertain('pool', 'a pool could not pay out its token')
const paused = createCertain('paused-token', 'the token is paused: its issuer has stopped all transfers')
const barred = createCertain('paused-token', 'the token bars an account from transfers')
const notSigned = createCertain('router-auth', 'a signed approval is not signed by the account')
const lateSignature = createCertain('router-auth', 'a signed approval has expired')
const usedNonce = createCertain('router-auth', 'a signature has a nonce that was used before')

/**
 * Texts of `Error(string)`. Source: v2-core UniswapV2Pair and UniswapV2ERC20, v3-core UniswapV3Pool and its
 * TransferHelper, OpenZeppelin ERC20, Pausable, ERC20Permit and ECDSA 4.x, FiatToken of USDC, MakerDAO's Dai.
 */
export const knownTexts: Readonly<Record<string, ClassifiedRevert>> = {
  'UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT': createCertain('pool', 'the amount is too small for a pool to give anything'),
  'UniswapV2: INSUFFICIENT_INPUT_AMOUNT': createCertain('pool', 'a pool received nothing'),
  'UniswapV2: INSUFFICIENT_LIQUIDITY': createCertain('pool', 'a pool does not hold enough'),
  'UniswapV2: K': taxed,
  'UniswapV2: LOCKED': createCertain('pool', 'a pool is busy'),
  'UniswapV2: OVERFLOW': createCertain('pool', 'the amount is above what a pool can hold'),
  'UniswapV2: TRANSFER_FAILED': notPaid,
  AS: createCertain('pool', 'the amount is too small to trade'),
  IIA: taxed,
  LOK: createCertain('pool', 'a pool is busy or not started yet'),
  SPL: createCertain('pool', 'a pool has no liquidity in this direction'),
  TF: notPaid,
  STF: notTaken,
  TRANSFER_FROM_FAILED: notTaken,
  'ds-math-sub-underflow': createUncertain('balance', 'the balance or allowance of a token is too small'),
  'ERC20: transfer amount exceeds balance': balance,
  'ERC20: transfer amount exceeds allowance': allowance,
  'ERC20: insufficient allowance': allowance,
  'BEP20: transfer amount exceeds balance': balance,
  'BEP20: transfer amount exceeds allowance': allowance,
  'Dai/insufficient-balance': balance,
  'Dai/insufficient-allowance': allowance,
  'Pausable: paused': paused,
  'ERC20Pausable: token transfer while paused': paused,
  'Blacklistable: account is blacklisted': barred,
  'ERC20Permit: invalid signature': notSigned,
  'ERC20Permit: expired deadline': lateSignature,
  'EIP2612: invalid signature': notSigned,
  'FiatTokenV2: invalid signature': notSigned,
  'FiatTokenV2: permit is expired': lateSignature,
  'ECDSA: invalid signature': notSigned,
}

/** Texts that tokens word differently: the class is known, the token's words are kept. */
export const knownPatterns: readonly (readonly [RegExp, RevertClass, doubt?: 'vague'])[] = [
  [/exceeds (?:the )?(?:spender )?allowance|insufficient[ _-]allowance/i, 'allowance'],
  [/exceeds (?:the )?(?:account )?balance|insufficient[ _-]balance/i, 'balance', 'vague'],
  [/\bpaused\b|blacklist|blocklist|\bfrozen\b/i, 'paused-token'],
]

/**
 * Errors of other contracts, by selector. Source: ERC-6093; OpenZeppelin Pausable, ERC20Permit, Nonces, SafeERC20 and
 * ERC4626 5.x; Solady ERC20 and SafeTransferLib; Uniswap v4-core.
 */
export const foreignErrors: Readonly<Record<string, ClassifiedRevert>> = {
  '0xe450d38c': createUncertain('balance', 'the balance of a token is too small'), // ERC20InsufficientBalance(address,uint256,uint256)
  '0xfb8f41b2': allowance, // ERC20InsufficientAllowance(address,uint256,uint256)
  '0x96c6fd1e': barred, // ERC20InvalidSender(address)
  '0xec442f05': barred, // ERC20InvalidReceiver(address)
  '0xf4d678b8': createUncertain('balance', 'the balance of a token is too small'), // InsufficientBalance()
  '0x13be252b': allowance, // InsufficientAllowance()
  '0x7939f424': notTaken, // TransferFromFailed()
  '0x90b8ec18': notPaid, // TransferFailed()
  '0x5274afe7': createUncertain('pool', 'a pool could not move a token'), // SafeERC20FailedOperation(address)
  '0xd93c0665': paused, // EnforcedPause()
  '0x9e87fac8': createCertain('paused-token', 'a token or pool is paused'), // Paused()
  '0x62791302': lateSignature, // ERC2612ExpiredSignature(uint256)
  '0x4b800e46': notSigned, // ERC2612InvalidSigner(address,address)
  '0x752d88c0': usedNonce, // InvalidAccountNonce(address,uint256)
  '0x486aa307': createCertain('pool', 'a pool is not started yet'), // PoolNotInitialized()
  '0x7c9c6e8f': createCertain('pool', 'a pool has no liquidity in this direction'), // PriceLimitAlreadyExceeded(uint160,uint160)
  '0x5212cba1': createCertain('pool', 'a pool was not paid in full'), // CurrencyNotSettled()
  '0xbe8b8507': createCertain('pool', 'the amount is too small to trade'), // SwapAmountCannotBeZero()
  '0x79012fb2': createCertain('pool', 'a vault takes no more'), // ERC4626ExceededMaxDeposit(address,uint256,uint256)
  '0xfe9cceec': createCertain('pool', 'a vault pays out no more'), // ERC4626ExceededMaxWithdraw(address,uint256,uint256)
  '0xb94abeec': createCertain('pool', 'a vault pays out no more'), // ERC4626ExceededMaxRedeem(address,uint256,uint256)
}

/** Source: Solidity documentation, «Panic via assert and error via require». */
export const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'a number went below zero or above its limit',
  '18': 'a division by zero',
  '33': 'a value outside its enumeration',
  '34': 'an incorrectly encoded byte array in storage',
  '49': 'a pop from an empty array',
  '50': 'an index out of range',
  '65': 'too much memory',
  '81': 'a call to an uninitialized function',
}
