/**
 * `TokensRegistered` of the vault names a pool and its tokens; by which factory it was made, the factories are asked.
 * Source: IVault, BasePoolFactory and ComposableStablePool of @balancer-labs/v2-deployments 3.2.0.
 */
import type { ContractLog, Creations, MadePool } from '#domain/creations'
import { addressesFact } from '#domain/facts'
import type { Facts } from '#domain/protocol'
import { ask, type Read } from '#domain/reads'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { addressAt, uintAt } from '#domain/words'
import { getBptIndex, getDecimals, getRateProviders, getSwapFee, isPoolFromFactory } from './abi.ts'

/** TokensRegistered(bytes32,address[],address[]) */
const tokensRegistered = hex('0xf5847d3f2197b16cdcd2098ec95d0905cd1abdaf415f07bb7cef2bba8ac5dec4')

/** Facts of a venue: its factories by what their pools are. */
const kinds = ['weighted', 'firstWeighted', 'stable', 'composable'] as const
type Kind = (typeof kinds)[number]
const feeUnit = 10n ** 12n

export const creations: Creations = {
  topics: [tokensRegistered],
  *pools(venue, logs) {
    const factories = kinds.flatMap((kind) => addressesFact(venue, kind).map((factory) => ({ kind, factory })))
    const registered = logs.flatMap(registrationIn)
    const answers = yield* ask(...registered.flatMap((one) => questions(one, factories)))
    let next = 0
    return registered.map((one) => {
      const count = questions(one, factories).length
      next += count
      return poolOf(one, factories, answers.slice(next - count, next))
    })
  },
}

interface Registration {
  readonly id: Hex
  readonly address: Address
  /** As the vault has them: of composable pools with their own token. */
  readonly tokens: readonly Address[]
  readonly isLent: boolean
  readonly block: number
}

interface Factory {
  readonly kind: Kind
  readonly factory: Address
}

function registrationIn({ topics: [, id], data, block }: ContractLog): readonly Registration[] {
  if (id === undefined) return []
  const isLent = listIn(data, 1).some((manager) => manager !== nativeToken)
  return [{ id, address: evm(id.slice(0, 42)), tokens: listIn(data, 0), isLent, block }]
}

function listIn(data: Hex, index: number): readonly Address[] {
  const start = Number(uintAt(data, index)) / 32
  return Array.from({ length: Number(uintAt(data, start)) }, (_, i) => addressAt(data, start + 1 + i))
}

/** The fee, the pool's own index, the rate providers; of each token the decimals; of each factory whether it made it. */
const questions = ({ address, tokens }: Registration, factories: readonly Factory[]): readonly Read<unknown>[] =>
  [
    getSwapFee(address),
    getBptIndex(address),
    getRateProviders(address),
    ...tokens.map(getDecimals),
    ...factories.map(({ factory }) => isPoolFromFactory(factory, address)),
  ].map(orNothing)

/** Most pools have only some of them. */
const orNothing = (read: Read<unknown>): Read<unknown> => ({
  ...read,
  decode: (answer) => {
    try {
      return read.decode(answer)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  },
})

function poolOf(
  one: Registration,
  factories: readonly Factory[],
  [fee, ownIndex, rateProviders, ...rest]: readonly unknown[],
): MadePool {
  const decimals = rest.slice(0, one.tokens.length)
  const kind = factories.find((_, i) => rest[one.tokens.length + i] === true)?.kind
  const own = kind === 'composable' ? Number(ownIndex) : -1
  const isOther = (_: unknown, i: number) => i !== own
  const feePpm = typeof fee === 'bigint' ? Number(fee / feeUnit) : 0
  const made = { address: one.address, tokens: one.tokens.filter(isOther), feePpm, block: one.block }
  const scalings = decimals.filter(isOther).map(scalingOf)
  const isWhole = scalings.every((scaling) => scaling > 0n) && (own === -1 || isAddressList(rateProviders))
  if (kind === undefined || one.isLent || !isWhole) return { ...made, leftOut: 'unmodelled' }
  return { ...made, facts: factsOf(one.id, kind, { scalings, own, rateProviders }) }
}

interface Learned {
  readonly scalings: readonly bigint[]
  /** Where the pool's own token stands, or -1. */
  readonly own: number
  readonly rateProviders: unknown
}

function factsOf(poolId: Hex, kind: Kind, { scalings, own, rateProviders }: Learned): Facts {
  if (kind === 'weighted') return { poolId, curve: 'weighted', scalings }
  if (kind === 'firstWeighted') return { poolId, curve: 'weighted', scalings, isFirst: true }
  if (kind === 'stable' || !isAddressList(rateProviders)) return { poolId, curve: 'stable', scalings }
  const providers = rateProviders.filter((_, i) => i !== own).map((one) => (one === nativeToken ? '' : one))
  return { poolId, curve: 'stable', scalings, rateProviders: providers, ownIndex: own }
}

const isAddressList = (value: unknown): value is readonly Address[] => Array.isArray(value)

/** 10^(18 − decimals); nothing of a token that says no decimals, or more than 18. */
const scalingOf = (decimals: unknown): bigint =>
  typeof decimals === 'bigint' && decimals <= 18n ? 10n ** (18n - decimals) : 0n
