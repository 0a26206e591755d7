/** Compares what an entry states of a chain with the chain: a contract at each address, and the decimals of tokens. */
import type { Chain } from '#domain/chain/port'
import { SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import { playedNetworkOf } from '#domain/sandbox'
import type { PlaceCheck, PlaceKind } from '#domain/service/service'
import { type Address, type Hex, nativeToken, noBytes } from '#domain/units'
import { deployer } from '#encoding/contracts/router-deploy'
import { readDecimals } from '#encoding/tokens/erc20'

interface Place {
  readonly kind: PlaceKind
  readonly name: string
  readonly address: Address
  /** As the entry states them, of a token. */
  readonly decimals?: number
}

/**
 * All codes and all decimals at once. `undefined` if the endpoints do not tell them all, and of a sandbox that plays a
 * network, as it has a part of its places.
 */
export async function fetchPlaces(chain: Chain): Promise<readonly PlaceCheck[] | undefined> {
  if (playedNetworkOf(chain.network.name) !== undefined) return undefined
  try {
    return await comparePlaces(chain)
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return undefined
  }
}

async function comparePlaces(chain: Chain): Promise<readonly PlaceCheck[]> {
  const places = listPlaces(chain.network)
  const tokens = places.filter(({ decimals }) => decimals !== undefined)
  const [codes, answers] = await Promise.all([
    chain.codes(places.map(({ address }) => address)),
    chain.read(tokens.map(({ address }) => readDecimals(address))),
  ])
  const told = new Map(tokens.map(({ address }, i) => [address, decodeDecimals(address, answers[i] ?? noBytes)]))
  return places.map(({ decimals, ...place }, i) => {
    const problem = findProblem({ decimals, code: codes[i] ?? noBytes, told: told.get(place.address) })
    return problem === undefined ? place : { ...place, problem }
  })
}

/** Each address of an entry once for each thing that it stands for; a factory of several venues by its first. */
function listPlaces(network: Network): readonly Place[] {
  const { multicall, l1Fee, wrapped, feeToken, nativeTwins = [], native, tokens, venues } = network
  const factories = new Map(venues.map(({ factory, name }) => [factory, name] as const).reverse())
  factories.delete(nativeToken) // a venue of pools that are listed one by one
  return [
    { kind: 'multicall', name: 'multicall', address: multicall },
    { kind: 'deployer', name: 'deployer', address: deployer },
    ...(l1Fee === undefined ? [] : [{ kind: 'l1-oracle', name: 'l1-oracle', address: l1Fee.oracle } as const]),
    ...(feeToken === undefined
      ? [{ kind: 'wrapped', name: `wrapped ${native.symbol}`, address: wrapped, decimals: native.decimals } as const]
      : []),
    ...nativeTwins.map((address) => ({ kind: 'twin', name: native.symbol, address }) as const),
    ...tokens
      .filter(({ address }) => address !== wrapped && !nativeTwins.includes(address))
      .map(({ symbol, address, decimals }) => ({ kind: 'token', name: symbol, address, decimals }) as const),
    ...[...factories].map(([address, name]) => ({ kind: 'factory', name, address }) as const),
  ]
}

function decodeDecimals(address: Address, answer: Hex): number | undefined {
  try {
    return readDecimals(address).decode(answer)
  } catch {
    return undefined
  }
}

interface FoundPlace {
  readonly decimals: number | undefined
  readonly code: Hex
  readonly told: number | undefined
}

function findProblem({ decimals, code, told }: FoundPlace): string | undefined {
  if (code === noBytes) return 'no contract there'
  if (decimals === undefined || told === decimals) return undefined
  return told === undefined ? 'it tells no decimals' : `${told} decimals, ${decimals} expected`
}
