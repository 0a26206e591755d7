/**
 * Compares what an entry states of a chain with the chain: a contract at each address that answers as what it stands for,
 * the kind of fees, and whether the endpoint runs the lens.
 */
import type { Read } from '#domain/calls/reads'
import type { Chain } from '#domain/chain/port'
import { SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Protocol, Venue } from '#domain/pools/protocol'
import { playedNetworkOf } from '#domain/sandbox'
import type { PlaceCheck, PlaceKind } from '#domain/service/service'
import { type Address, type Hex, hex, nativeToken, noBytes } from '#domain/units'
import { getDeployer } from '#encoding/contracts/deployers'
import { readBalance, readDecimals, readSymbol } from '#encoding/tokens/erc20'
import { all as protocols } from '#protocols/all.gen'

/** Calls of a place, and what their answers say against it; `noBytes` is the answer of a call that failed. */
interface Probe {
  readonly reads: readonly Read<unknown>[]
  readonly judge: (answers: readonly Hex[]) => string | undefined
}

interface Place {
  readonly kind: PlaceKind
  readonly name: string
  readonly address: Address
  /** Absent if code there is all that can be asked for. */
  readonly probe?: Probe
}

/**
 * All codes and all answers at once. `undefined` if the endpoints do not tell them all, and of a sandbox that plays a
 * network, as it has a part of its places.
 */
export async function fetchPlaces(chain: Chain): Promise<readonly PlaceCheck[] | undefined> {
  if (playedNetworkOf(chain.network.name) !== undefined) return undefined
  try {
    const [fees, mode, places] = await Promise.all([chain.fees(), chain.findLensMode(), comparePlaces(chain)])
    const lens = chain.network.closed === undefined ? [describeLens(mode)] : []
    return [compareFees(chain.network, fees.type), ...lens, ...places]
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return undefined
  }
}

function compareFees({ fees }: Network, type: 0 | 2): PlaceCheck {
  const found = type === 2 ? 'eip-1559' : 'legacy'
  const problem = type === 2 ? 'blocks have a base fee' : 'blocks have no base fee'
  return { kind: 'fees', name: fees, ...(found === fees ? {} : { problem }) }
}

const describeLens = (mode: string): PlaceCheck =>
  mode === 'multicall'
    ? { kind: 'lens', name: 'lens', problem: 'the endpoint runs no code of ours in a call: pools are read one by one' }
    : { kind: 'lens', name: mode }

async function comparePlaces(chain: Chain): Promise<readonly PlaceCheck[]> {
  const places = listPlaces(chain.network)
  const [codes, answers] = await Promise.all([
    chain.codes(places.map(({ address }) => address)),
    chain.read(places.flatMap(({ probe }) => probe?.reads ?? [])),
  ])
  let at = 0
  return places.map(({ probe, ...place }, i) => {
    const count = probe?.reads.length ?? 0
    const told = answers.slice(at, at + count)
    at += count
    const problem = codes[i] === noBytes ? 'no contract there' : probe?.judge(told)
    return problem === undefined ? place : { ...place, problem }
  })
}

/** Each address of an entry once for each thing that it stands for; a factory of several venues by its first. */
function listPlaces(network: Network): readonly Place[] {
  const { multicall, l1Fee, wrapped, feeToken, nativeTwins = [], tokens, closed } = network
  return [
    { kind: 'multicall', name: 'multicall', address: multicall },
    ...(closed === undefined
      ? [{ kind: 'deployer', name: 'deployer', address: getDeployer(network).address } as const]
      : []),
    ...(l1Fee === undefined ? [] : [createOraclePlace(l1Fee.oracle)]),
    ...(feeToken === undefined ? [createWrappedPlace(network)] : []),
    ...nativeTwins.map((address) => createTwinPlace(network, address)),
    ...tokens
      .filter(({ address }) => address !== wrapped && !nativeTwins.includes(address))
      .map(
        ({ symbol, address, decimals }) =>
          ({ kind: 'token', name: symbol, address, probe: probeDecimals(address, decimals) }) as const,
      ),
    ...listFactories(network),
  ]
}

/** `getL1Fee(bytes)` of no bytes. */
const feeOfNothing = hex(`0x49948e0e${'20'.padStart(64, '0')}${'0'.repeat(64)}`)

const createOraclePlace = (address: Address): Place => ({
  kind: 'l1-oracle',
  name: 'l1-oracle',
  address,
  probe: {
    reads: [{ to: address, data: feeOfNothing, decode: (answer) => answer }],
    judge: ([fee = noBytes]) => (isWord(fee) ? undefined : 'it tells no fee'),
  },
})

const createWrappedPlace = (network: Network): Place => ({
  kind: 'wrapped',
  name: `wrapped ${network.native.symbol}`,
  address: network.wrapped,
  probe: joinProbes(probeDecimals(network.wrapped, network.native.decimals), probeSymbol(network)),
})

/** It has decimals of its own if it is in the list of tokens, and shows anyone's native balance. */
function createTwinPlace({ native, tokens }: Network, address: Address): Place {
  const listed = tokens.find((token) => token.address === address)
  const balance: Probe = {
    reads: [readBalance(address, address)],
    judge: ([told = noBytes]) => (isWord(told) ? undefined : 'it tells no balance'),
  }
  const probe = listed === undefined ? balance : joinProbes(balance, probeDecimals(address, listed.decimals))
  return { kind: 'twin', name: native.symbol, address, probe }
}

const isWord = (answer: Hex): boolean => answer.length >= 66

const joinProbes = (one: Probe, other: Probe): Probe => ({
  reads: [...one.reads, ...other.reads],
  judge: (answers) => one.judge(answers.slice(0, one.reads.length)) ?? other.judge(answers.slice(one.reads.length)),
})

const probeDecimals = (address: Address, decimals: number): Probe => {
  const read = readDecimals(address)
  return {
    reads: [read],
    judge: ([answer = noBytes]) => {
      const told = decodeOr(read, answer)
      if (told === decimals) return undefined
      return told === undefined ? 'it tells no decimals' : `${told} decimals, ${decimals} expected`
    },
  }
}

/** That the wrapped currency calls itself as the list does: another token of the same decimals is noticed. */
function probeSymbol({ wrapped, tokens }: Network): Probe {
  const expected = tokens.find(({ address }) => address === wrapped)?.symbol
  const read = readSymbol(wrapped)
  return {
    reads: [read],
    judge: ([answer = noBytes]) => {
      const told = decodeOr(read, answer)
      if (expected === undefined || told === expected) return undefined
      return told === undefined ? 'it tells no symbol' : `its symbol is ${told}, ${expected} expected`
    },
  }
}

function decodeOr<T>({ decode }: Read<T>, answer: Hex): T | undefined {
  try {
    return decode(answer)
  } catch {
    return undefined
  }
}

function listFactories(network: Network): readonly Place[] {
  const { venues } = network
  const factories = new Map(venues.map((venue) => [venue.factory, venue] as const).reverse())
  factories.delete(nativeToken) // a venue of pools that are listed one by one
  return [...factories].map(([address, venue]) => {
    const probe = probeFactory(network, venue)
    return { kind: 'factory', name: venue.name, address, ...(probe && { probe }) }
  })
}

const byKind: ReadonlyMap<string, Protocol<unknown>> = new Map(
  protocols.map((protocol: Protocol<unknown>) => [protocol.kind, protocol]),
)

/** What its family asks it for the pools of a pair: it answers, with whatever. `undefined` for one without a look-up. */
function probeFactory({ hubs, tokens }: Network, venue: Venue): Probe | undefined {
  const [one, other] = [...new Set([...hubs, ...tokens.map(({ address }) => address)])]
  if (one === undefined || other === undefined) return undefined
  const asked = byKind.get(venue.protocol)?.find(venue, [one, other]).next([])
  if (asked === undefined || asked.done) return undefined
  const reads = asked.value.filter(({ to }) => to === venue.factory)
  if (reads.length === 0) return undefined
  return {
    reads,
    judge: (answers) => (answers.every((answer) => !isWord(answer)) ? 'it does not answer as a factory' : undefined),
  }
}
