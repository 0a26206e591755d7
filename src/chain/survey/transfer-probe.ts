/** Detects and measures fee-on-transfer tokens: borrows some from pools and returns them, all reverted. */

import { type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { addressWord, callData, word } from '#domain/calls/words'
import { type LensMode, maxTestedTokens } from '#domain/chain/survey'
import type { Network } from '#domain/network'
import type { Pool, Protocols, Venue } from '#domain/pools/protocol'
import { findTransferFee, type TransferFees } from '#domain/pools/transfer-fee'
import { type Address, evm } from '#domain/units'
import type { SurveyPlan } from './plan.ts'
import { transferProbeCode } from './transfer-probe-code.gen.ts'

/** An unused address that gets the probe's code for the length of a call. */
const probeAddress = evm('0x0000000000000000000000000000000070726f62')
/** `tried(address[],address[],uint256[])` */
const triedSelector = '0x74c1612b'

/** Factories that one call asks for pools. */
const maxMakers = 24
/** One part in a hundred thousand: a smaller loss is rounding, as of share-based tokens. */
const lossTolerance = 100_000n

/**
 * Fee-on-transfer tokens, each with its fees at the pools where one rule explains every measured transfer to the unit.
 * Tokens that no pool lent, or that could not be tested on this node, are not included.
 */
export type MeasuredFees = ReadonlyMap<Address, ReadonlyMap<Address, TransferFees>>

export interface TransferProbe {
  readonly calls: readonly RpcCall[]
  findTaxed(answers: readonly RpcAnswer[]): MeasuredFees
}

const noTransferProbe: TransferProbe = { calls: [], findTaxed: () => new Map() }

/**
 * The tokens of a survey that are tested: not those that most pools are paired with, and of a survey whose pools are
 * known only those that have some.
 */
export function selectProbedTokens(
  network: Pick<Network, 'hubs' | 'wrapped'>,
  { tokens, partners }: Pick<SurveyPlan, 'tokens' | 'partners'>,
  known: readonly Pool[] | undefined,
): readonly Address[] {
  const held = known && new Set(known.flatMap((pool) => pool.tokens))
  const common = listCommon(network)
  return [...tokens, ...(partners?.candidates ?? [])].filter(
    (token) => !common.has(token) && (held === undefined || held.has(token)),
  )
}

const listCommon = ({ hubs, wrapped }: Pick<Network, 'hubs' | 'wrapped'>) => new Set([...hubs, wrapped])

/** Tests the first {@link maxTestedTokens} of the tokens. */
export function createTransferProbe(
  { network, protocols }: { readonly network: Network; readonly protocols: Protocols },
  tested: { readonly tokens: readonly Address[]; readonly venues: readonly Venue[] },
  { block, mode = 'override' }: { readonly block: number | 'latest'; readonly mode?: LensMode | undefined },
): TransferProbe {
  const common = listCommon(network)
  const tokens = tested.tokens.slice(0, maxTestedTokens)
  const makers = listMakers(protocols, tested.venues).slice(0, maxMakers)
  // a node that takes no override for the lens takes none for this
  if (mode !== 'override' || tokens.length === 0 || makers.length === 0) return noTransferProbe
  const others = [...new Set([...common, ...tokens])]
  const data = callData(triedSelector, ...encodeLists(tokens.map(addressWord), others.map(addressWord), makers))
  const at = block === 'latest' ? block : toQuantity(block)
  return {
    calls: [rpcCall('eth_call', { to: probeAddress, data }, at, { [probeAddress]: { code: transferProbeCode } })],
    findTaxed: ([answer]) => readMeasuredFees(answer, tokens),
  }
}

/** Factories whose pools lend: pairs, and pools with ticks that are looked up as Uniswap v3's. */
function listMakers(protocols: Protocols, venues: readonly Venue[]): readonly string[] {
  return venues.flatMap(({ protocol, factory, feesPpm }) => {
    const lens = protocols.get(protocol)?.lens
    if (lens?.kind === 2) return [encodeMaker(factory, 2, 0)]
    if (lens?.kind !== 3 || lens.lookup !== undefined || lens.candidates !== undefined) return []
    return feesPpm.map((feePpm) => encodeMaker(factory, 3, feePpm))
  })
}

const encodeMaker = (factory: Address, kind: number, feePpm: number): string =>
  word((BigInt(factory) << 32n) | BigInt(kind * 2 ** 24 + feePpm))

/** Lists of words in ABI encoding: the offset of each, then each with its length before it. */
function encodeLists(...lists: readonly (readonly string[])[]): readonly string[] {
  let next = 32 * lists.length
  const places = lists.map((list) => {
    const place = next
    next += 32 * (list.length + 1)
    return word(place)
  })
  return [...places, ...lists.flatMap((list) => [word(list.length), ...list])]
}

/** What a pool lent, how much of it arrived, how much was sent back, and how much of that arrived. */
interface MeasuredLoan {
  readonly lent: bigint
  readonly arrived: bigint
  readonly sent: bigint
  readonly back: bigint
}

/** An answer that is cut short or no list of words says nothing of the tokens that it does not reach. */
function readMeasuredFees(answer: RpcAnswer | undefined, tokens: readonly Address[]): MeasuredFees {
  const taxed = new Map<Address, ReadonlyMap<Address, TransferFees>>()
  if (answer === undefined || !('result' in answer) || typeof answer.result !== 'string') return taxed
  const text = answer.result
  let next = 2
  const take = (): bigint => wordAt(text, next++)
  const takeLoan = (): MeasuredLoan => ({ lent: take(), arrived: take(), sent: take(), back: take() })
  for (const token of tokens) {
    const pools = new Map<Address, readonly MeasuredLoan[]>()
    for (let left = Number(take()); left > 0 && next * 64 < text.length; left -= 1)
      pools.set(addressOf(take()), [takeLoan(), takeLoan()])
    if ([...pools.values()].some((loans) => loans.some(isFeeOnTransfer))) taxed.set(token, explainLoans(pools))
  }
  return taxed
}

function explainLoans(pools: ReadonlyMap<Address, readonly MeasuredLoan[]>): ReadonlyMap<Address, TransferFees> {
  const explained = [...pools].flatMap(([pool, loans]): [Address, TransferFees][] => {
    const bought = findTransferFee(loans.map(({ lent, arrived }) => ({ sent: lent, arrived })))
    const sold = findTransferFee(loans.map(({ sent, back }) => ({ sent, arrived: back })))
    return bought === undefined || sold === undefined ? [] : [[pool, { bought, sold }]]
  })
  return new Map(explained)
}

const isFeeOnTransfer = ({ lent, arrived, sent, back }: MeasuredLoan): boolean =>
  (lent - arrived) * lossTolerance > lent || (sent - back) * lossTolerance > sent

const addressOf = (value: bigint): Address => evm(`0x${(value & ((1n << 160n) - 1n)).toString(16).padStart(40, '0')}`)

const wordAt = (text: string, index: number): bigint => {
  const digits = text.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^[0-9a-f]{64}$/i.test(digits) ? BigInt(`0x${digits}`) : 0n
}
