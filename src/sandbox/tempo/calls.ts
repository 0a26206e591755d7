/** Calls of Tempo's own contracts. Source: the interfaces in viem 2.55.19, `viem/tempo`. */
import { addressWord, callData, word } from '#domain/calls/words'
import { type Address, evm, type Hex } from '#domain/units'

export const tokenFactory: Address = evm('0x20Fc000000000000000000000000000000000000')
export const orderBooks: Address = evm('0xDEc0000000000000000000000000000000000000')

export const feeManager: Address = evm('0xfeEC000000000000000000000000000000000000')

export interface NewToken {
  readonly name: string
  readonly symbol: string
  /** Only tokens of `USD` have order books. */
  readonly currency: string
  readonly quote: Address
  readonly admin: Address
  /** Tells tokens of one creator apart. */
  readonly salt: number
}

/** `createToken(string,string,string,address,address,bytes32)` */
export function createToken({ name, symbol, currency, quote, admin, salt }: NewToken): Hex {
  const texts = [name, symbol, currency].map(encodeText)
  const offsets = texts.map((_, i) => 6 * 32 + texts.slice(0, i).reduce((sum, text) => sum + text.length / 2, 0))
  return callData('0x68130445', ...offsets.map(word), ...[quote, admin].map(addressWord), word(salt), ...texts)
}

/** At most 32 bytes. */
function encodeText(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > 32) throw new RangeError(`"${text}" is longer than 32 bytes`)
  return `${word(bytes.length)}${bytes.toString('hex').padEnd(64, '0')}`
}

/** `getTokenAddress(address,bytes32)` */
export const getTokenAddress = (creator: Address, salt: number): Hex =>
  callData('0x9ed7cd64', addressWord(creator), word(salt))

/** The role that may mint: keccak-256 of ISSUER_ROLE. */
const issuer = '114e74f6ea3bd819998f78687bfcb11b140da08e9b7d222fa9c1f1ba1f2aa122'

/** `grantRole(bytes32,address)` */
export const grantIssuer = (account: Address): Hex => callData('0x2f2ff15d', issuer, addressWord(account))

/** `mint(address,uint256)` */
export const mint = (to: Address, raw: bigint): Hex => callData('0x40c10f19', addressWord(to), word(raw))

/** `approve(address,uint256)`, without a limit */
export const approveAll = (spender: Address): Hex => callData('0x095ea7b3', addressWord(spender), word(2n ** 256n - 1n))

/** `setUserToken(address)` */
export const setUserToken = (token: Address): Hex => callData('0xe7897444', addressWord(token))

export interface NewOrder {
  readonly base: Address
  /** In units of the base token, 100,000,000 at least. */
  readonly raw: bigint
  readonly isBid: boolean
  readonly tick: number
  /** Where it reappears on the other side once it is filled. */
  readonly flipTick?: number | undefined
}

/** `place(address,uint128,bool,int16)` or `placeFlip(address,uint128,bool,int16,int16)` */
export function placeOrder({ base, raw, isBid, tick, flipTick }: NewOrder): Hex {
  const words = [addressWord(base), word(raw), word(isBid ? 1 : 0), word(tick)]
  return flipTick === undefined ? callData('0x63813125', ...words) : callData('0x922828f1', ...words, word(flipTick))
}
