/**
 * `TokensRegistered` of the vault names a pool and its tokens; the factories are asked which of them created it.
 * Source: IVault, BasePoolFactory and ComposableStablePool of @balancer-labs/v2-deployments 3.2.0.
 */

import { ask, type Read } from '#domain/calls/reads'
import type { ContractLog, CreatedPool, PoolCreations } from '#domain/pools/creations'
import { addressesFact } from '#domain/pools/facts'
import type { Facts } from '#domain/pools/protocol'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { wad } from '#math/integers/wad'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { decodeAddresses, getBptIndex, getDecimals, getRateProviders, getSwapFee, isPoolFromFactory } from './abi.ts'

/** TokensRegistered(bytes32,address[],address[]) */
const tokensRegistered = hex('0xf5847d3f2197b16cdcd2098ec95d0905cd1abdaf415f07bb7cef2bba8ac5dec4')

/** Facts of a venue: its factories by the kind of their pools. */
const kinds = ['weighted', 'firstWeighted', 'stable', 'composable'] as const
type FactoryKind = (typeof kinds)[number]
const feeUnit = 10n ** 12n
/** Of a weighted pool; a composable pool has fewer, its own included. */
const maxTokens = 8

export const creations: PoolCreations = {
  topics: [tokensRegistered],
  *pools(venue, logs) {
    const factories = kinds.flatMap((kind) => addressesFact(venue, kind).map((factory) => ({ kind, factory })))
    const registered = logs.flatMap(decodeRegistration).filter(isPool)
    const answers = yield* ask(...registered.flatMap((one) => createReads(one, factories)))
    let next = 0
    return registered.map((one) => {
      const count = createReads(one, factories).length
      next += count
      return toPool(one, factories, answers.slice(next - count, next))
    })
  },
}

interface Registration {
  readonly id: Hex
  readonly address: Address
  /** As the vault has them: for composable pools including their own token. */
  readonly tokens: readonly Address[]
  readonly isLent: boolean
  readonly block: number
}

interface Factory {
  readonly kind: FactoryKind
  readonly factory: Address
}

function decodeRegistration({ topics: [, id], data, block }: ContractLog): readonly Registration[] {
  if (id === undefined) return []
  const isLent = decodeAddresses(data, 1).some((manager) => manager !== nativeToken)
  return [{ id, address: evm(id.slice(0, 42)), tokens: decodeAddresses(data, 0), isLent, block }]
}

/** Anyone may register any number of tokens; no factory's pool has fewer or more. */
const isPool = ({ tokens }: Registration): boolean => tokens.length >= 2 && tokens.length <= maxTokens

/**
 * Reads the fee, the pool's own index, the rate providers; the decimals of each token; from each factory, whether it
 * created it.
 */
const createReads = ({ address, tokens }: Registration, factories: readonly Factory[]): readonly Read<unknown>[] =>
  [
    getSwapFee(address),
    getBptIndex(address),
    getRateProviders(address),
    ...tokens.map(getDecimals),
    ...factories.map(({ factory }) => isPoolFromFactory(factory, address)),
  ].map(decodeOrUndefined)

/** Most pools have only some of these functions, and a pool of an unknown factory may answer anything. */
const decodeOrUndefined = (read: Read<unknown>): Read<unknown> => ({
  ...read,
  decode: (answer) => undefinedOnRangeError(() => read.decode(answer)),
})

function toPool(
  one: Registration,
  factories: readonly Factory[],
  [fee, ownIndex, rateProviders, ...rest]: readonly unknown[],
): CreatedPool {
  const decimals = rest.slice(0, one.tokens.length)
  const kind = factories.find((_, i) => rest[one.tokens.length + i] === true)?.kind
  const own = kind === 'composable' ? Number(ownIndex) : -1
  const isOther = (_: unknown, i: number) => i !== own
  const feePpm = typeof fee === 'bigint' && fee <= wad ? Number(fee / feeUnit) : 0
  const made = { address: one.address, tokens: one.tokens.filter(isOther), feePpm, block: one.block }
  const scalings = decimals.filter(isOther).map(toScaling)
  const isWhole = scalings.every((scaling) => scaling > 0n) && (own === -1 || isAddressList(rateProviders))
  if (kind === undefined || one.isLent || !isWhole) return { ...made, skipReason: 'unmodelled' }
  return { ...made, facts: createFacts(one.id, kind, { scalings, own, rateProviders }) }
}

interface PoolDetails {
  readonly scalings: readonly bigint[]
  /** Index of the pool's own token, or -1. */
  readonly own: number
  readonly rateProviders: unknown
}

function createFacts(poolId: Hex, kind: FactoryKind, { scalings, own, rateProviders }: PoolDetails): Facts {
  if (kind === 'weighted') return { poolId, curve: 'weighted', scalings }
  if (kind === 'firstWeighted') return { poolId, curve: 'weighted', scalings, isFirst: true }
  if (kind === 'stable' || !isAddressList(rateProviders)) return { poolId, curve: 'stable', scalings }
  const providers = rateProviders.filter((_, i) => i !== own).map((one) => (one === nativeToken ? '' : one))
  return { poolId, curve: 'stable', scalings, rateProviders: providers, ownIndex: own }
}

const isAddressList = (value: unknown): value is readonly Address[] => Array.isArray(value)

/** 10^(18 − decimals); zero for a token without decimals, or with more than 18. */
const toScaling = (decimals: unknown): bigint =>
  typeof decimals === 'bigint' && decimals <= 18n ? 10n ** (18n - decimals) : 0n
