/** Tokens of which less arrives than was sent: found out by borrowing some from a pool and giving it back, all undone. */
import type { Network } from '#domain/network'
import type { LensMode } from '#domain/ports'
import type { Pool, Protocols } from '#domain/protocol'
import { type Address, evm } from '#domain/units'
import { addressWord, callData, word } from '#domain/words'
import type { Gathered } from './gather.ts'
import { call, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'
import type { SurveyPlan } from './survey-plan.ts'
import { transferProbeCode } from './transfer-probe-code.gen.ts'

/** Nobody's account, which wears the probe for the length of a call. */
const stage = evm('0x0000000000000000000000000000000070726f62')
/** `tried(address[],address[],uint256[])` */
const tried = '0x74c1612b'

/** What one call is given to do. */
const most = { tokens: 16, makers: 24 } as const
/** A part of a hundred thousand: what less is lost is rounding, as of tokens that count in shares. */
const tolerated = 100_000n

/** What is tried of a plan's tokens: all but those that most pools are paired with. */
export interface TransferTrial {
  readonly calls: readonly RpcCall[]
  /** The tokens that kept a part. One that no pool lent, or that could not be tried on this node, is none of them. */
  taxed(answers: readonly RpcAnswer[]): ReadonlySet<Address>
}

export const noTrial: TransferTrial = { calls: [], taxed: () => new Set() }

export function transferTrial(
  { network, protocols }: { readonly network: Network; readonly protocols: Protocols },
  plan: SurveyPlan,
  { block, mode = 'override' }: { readonly block: number | 'latest'; readonly mode?: LensMode | undefined },
): TransferTrial {
  const common = new Set([...network.hubs, network.wrapped])
  const tokens = plan.tokens.filter((token) => !common.has(token)).slice(0, most.tokens)
  const makers = makersOf(protocols, plan).slice(0, most.makers)
  // a node that takes no override for the lens takes none for this
  if (mode !== 'override' || tokens.length === 0 || makers.length === 0) return noTrial
  const data = callData(tried, ...listsOf(tokens.map(addressWord), [...common].map(addressWord), makers))
  const at = block === 'latest' ? block : quantity(block)
  return {
    calls: [call('eth_call', { to: stage, data }, at, { [stage]: { code: transferProbeCode } })],
    taxed: ([answer]) => new Set(tokens.filter((_, i) => isTaxed(answer, i))),
  }
}

/** Factories whose pools lend: pairs, and pools with ticks that are looked up as Uniswap v3's. */
function makersOf(protocols: Protocols, { venues }: SurveyPlan): readonly string[] {
  return venues.flatMap(({ protocol, factory, feesPpm }) => {
    const lens = protocols.get(protocol)?.lens
    if (lens?.kind === 2) return [makerWord(factory, 2, 0)]
    if (lens?.kind !== 3 || lens.lookup !== undefined || lens.candidates !== undefined) return []
    return feesPpm.map((feePpm) => makerWord(factory, 3, feePpm))
  })
}

const makerWord = (factory: Address, kind: number, feePpm: number): string =>
  word((BigInt(factory) << 32n) | BigInt(kind * 2 ** 24 + feePpm))

/** Lists of words as the ABI puts them: where each begins, then each with its length before it. */
function listsOf(...lists: readonly (readonly string[])[]): readonly string[] {
  let next = 32 * lists.length
  const places = lists.map((list) => {
    const place = next
    next += 32 * (list.length + 1)
    return word(place)
  })
  return [...places, ...lists.flatMap((list) => [word(list.length), ...list])]
}

/** Of a list of three words for each token: what was lent, what of it arrived, what of that came back. */
function isTaxed(answer: RpcAnswer | undefined, index: number): boolean {
  if (answer === undefined || !('result' in answer) || typeof answer.result !== 'string') return false
  const text = answer.result
  const [lent, arrived, back] = [0, 1, 2].map((i) => wordOf(text, 2 + 3 * index + i)) as [bigint, bigint, bigint]
  return (lent - arrived) * tolerated > lent || (arrived - back) * tolerated > arrived
}

const wordOf = (text: string, index: number): bigint => {
  const digits = text.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^[0-9a-f]{64}$/i.test(digits) ? BigInt(`0x${digits}`) : 0n
}

/** Pools with such a token have the reason from now on, so that it is remembered with them. */
export function withoutTaxed(gathered: Gathered, taxed: ReadonlySet<Address>): Gathered {
  if (taxed.size === 0) return gathered
  const isOut = ({ tokens }: Pool) => tokens.some((token) => taxed.has(token))
  const out = gathered.pools.flatMap(({ pool }) => (isOut(pool) ? [{ ...pool, leftOut: 'transfer_fee' as const }] : []))
  return {
    ...gathered,
    pools: gathered.pools.filter(({ pool }) => !isOut(pool)),
    leftOut: [...gathered.leftOut, ...out.map((pool) => ({ pool, reason: pool.leftOut }))],
  }
}
