/** Detects fee-on-transfer tokens: borrows some from a pool and returns them, all reverted. */

import { type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { addressWord, callData, word } from '#domain/calls/words'
import type { LensMode } from '#domain/chain/survey'
import type { Network } from '#domain/network'
import type { Pool, Protocols } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'
import type { SurveyPlan } from './plan.ts'
import type { PoolReadResult } from './read-pools.ts'
import { transferProbeCode } from './transfer-probe-code.gen.ts'

/** An unused address that gets the probe's code for the length of a call. */
const probeAddress = evm('0x0000000000000000000000000000000070726f62')
/** `tried(address[],address[],uint256[])` */
const triedSelector = '0x74c1612b'

/** The work of one call. */
const probeLimits = { tokens: 16, makers: 24 } as const
/** One part in a hundred thousand: a smaller loss is rounding, as of share-based tokens. */
const lossTolerance = 100_000n

/** Tests a plan's tokens, except those that most pools are paired with. */
export interface TransferProbe {
  readonly calls: readonly RpcCall[]
  /**
   * The fee-on-transfer tokens. Tokens that no pool lent, or that could not be tested on this node, are not included.
   */
  findTaxed(answers: readonly RpcAnswer[]): ReadonlySet<Address>
}

export const noTransferProbe: TransferProbe = { calls: [], findTaxed: () => new Set() }

export function createTransferProbe(
  { network, protocols }: { readonly network: Network; readonly protocols: Protocols },
  plan: SurveyPlan,
  { block, mode = 'override' }: { readonly block: number | 'latest'; readonly mode?: LensMode | undefined },
): TransferProbe {
  const common = new Set([...network.hubs, network.wrapped])
  const tokens = plan.tokens.filter((token) => !common.has(token)).slice(0, probeLimits.tokens)
  const makers = listMakers(protocols, plan).slice(0, probeLimits.makers)
  // a node that takes no override for the lens takes none for this
  if (mode !== 'override' || tokens.length === 0 || makers.length === 0) return noTransferProbe
  const data = callData(triedSelector, ...encodeLists(tokens.map(addressWord), [...common].map(addressWord), makers))
  const at = block === 'latest' ? block : toQuantity(block)
  return {
    calls: [rpcCall('eth_call', { to: probeAddress, data }, at, { [probeAddress]: { code: transferProbeCode } })],
    findTaxed: ([answer]) => new Set(tokens.filter((_, i) => isFeeOnTransfer(answer, i))),
  }
}

/** Factories whose pools lend: pairs, and pools with ticks that are looked up as Uniswap v3's. */
function listMakers(protocols: Protocols, { venues }: SurveyPlan): readonly string[] {
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

/** From three words for each token: the amount lent, how much of it arrived, how much of that came back. */
function isFeeOnTransfer(answer: RpcAnswer | undefined, index: number): boolean {
  if (answer === undefined || !('result' in answer) || typeof answer.result !== 'string') return false
  const text = answer.result
  const [lent = 0n, arrived = 0n, back = 0n] = [0, 1, 2].map((i) => wordAt(text, 2 + 3 * index + i))
  return (lent - arrived) * lossTolerance > lent || (arrived - back) * lossTolerance > arrived
}

const wordAt = (text: string, index: number): bigint => {
  const digits = text.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^[0-9a-f]{64}$/i.test(digits) ? BigInt(`0x${digits}`) : 0n
}

/** Sets the reason on pools of such tokens, so that it is stored with them. */
export function markFeeOnTransfer(gathered: PoolReadResult, taxed: ReadonlySet<Address>): PoolReadResult {
  if (taxed.size === 0) return gathered
  const isOut = ({ tokens }: Pool) => tokens.some((token) => taxed.has(token))
  const out = gathered.pools.flatMap(({ pool }) =>
    isOut(pool) ? [{ ...pool, skipReason: 'transfer_fee' as const }] : [],
  )
  return {
    ...gathered,
    pools: gathered.pools.filter(({ pool }) => !isOut(pool)),
    skipped: [...gathered.skipped, ...out.map((pool) => ({ pool, reason: pool.skipReason }))],
  }
}
