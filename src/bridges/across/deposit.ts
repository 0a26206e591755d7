/** Deposits as Across's SpokePool logs them. Source: the interface of @across-protocol/contracts 5.0.27. */
import { addressWord, word } from '#domain/calls/words'
import type { BridgeDeposit, BridgeLog } from '#domain/crossing/bridge'
import { type Address, amount, type Hex, hex, type Seconds, seconds } from '#domain/units'
import { keccak } from '#encoding/keccak'
import { decodeAddress, encodeBytesTail } from '#encoding/words'

/** keccak-256 of FundsDeposited(bytes32,bytes32,uint256,uint256,uint256,uint256,uint32,uint32,uint32,bytes32,bytes32,bytes32,bytes) */
export const depositedTopic = '0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3' as Hex
const wordDigits = 64
/** inputToken, outputToken, two amounts, three times, recipient, exclusiveRelayer, and where the message is. */
const logWords = 10

/** A deposit and all that its payment has to repeat. */
export interface AcrossDeposit extends BridgeDeposit {
  readonly refundTo: Address
  readonly deadline: Seconds
  readonly exclusiveRelayer: Address
  readonly exclusivityDeadline: number
}

/** @param log the caller has checked that the source's pool emitted it @returns `undefined` for any other log */
export function readDeposit({ topics, data }: Pick<BridgeLog, 'topics' | 'data'>): AcrossDeposit | undefined {
  const [event, destination, id, depositor] = topics
  const words = data.slice(2).match(/.{64}/g) ?? []
  if (event !== depositedTopic || depositor === undefined || words.length < logWords + 1) return undefined
  const numbers = words.map((text) => BigInt(`0x${text}`))
  const [asset, toAsset, receiver, exclusive, refundTo] = [
    ...[0, 1, 7, 8].map((index) => numbers[index]),
    BigInt(depositor),
  ].map((value) => decodeAddress(value ?? -1n))
  if (asset === undefined || toAsset === undefined || receiver === undefined) return undefined // of no EVM chain
  if (exclusive === undefined || refundTo === undefined) return undefined
  const message = data.slice(2 + (logWords + 1) * wordDigits).slice(0, 2 * Number(numbers[logWords]))
  const deposit: AcrossDeposit = {
    id: BigInt(id ?? 0),
    at: seconds(Number(numbers[4])),
    asset,
    amount: amount(numbers[2] ?? 0n),
    toChainId: Number(BigInt(destination ?? 0)),
    toAsset,
    paid: amount(numbers[3] ?? 0n),
    receiver,
    refundTo,
    deadline: seconds(Number(numbers[5])),
    exclusiveRelayer: exclusive,
    exclusivityDeadline: Number(numbers[6]),
    message: hex(`0x${message}`),
  }
  return numbers[9] === BigInt(logWords * 32) ? deposit : undefined
}

/** The key of a deposit's payment in the destination's pool: the hash of all that the payment repeats. */
export function computeRelayHash(deposit: AcrossDeposit, fromChainId: number): Hex {
  const relay = [
    ...[deposit.refundTo, deposit.receiver, deposit.exclusiveRelayer, deposit.asset, deposit.toAsset].map(addressWord),
    ...[deposit.amount, deposit.paid, fromChainId, deposit.id, deposit.deadline, deposit.exclusivityDeadline].map(word),
    word(12 * 32),
    encodeBytesTail(deposit.message.slice(2)),
  ]
  return keccak(hex(`0x${word(64)}${word(deposit.toChainId)}${relay.join('')}`))
}
