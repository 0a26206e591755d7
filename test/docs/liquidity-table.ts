/** What docs/liquidity.md says of the venues that published lists name; `npm run gen` writes it. */
import { readFileSync } from 'node:fs'
import type { Network } from '#domain/network'
import type { Protocol, Venue } from '#domain/pools/protocol'
import { all as entries } from '#networks/all.gen'
import { catalogue } from '#networks/catalogue'
import { all } from '#protocols/all.gen'

/** A venue as published lists state it: the repository or package, and the addresses that identify it. */
export interface ListedVenue {
  readonly venue: string
  readonly family: string
  /** 1: route first; 2: adds depth. A judgement: no list of volumes was read. */
  readonly rank: 1 | 2
  readonly confidence: 'H' | 'M' | 'L'
  readonly addresses: Readonly<Record<string, string>>
  readonly source: string
  /** Why no entry states it. */
  readonly missing?: string
}

const file = 'test/docs/venues.data.json'
const listed: Readonly<Record<string, readonly ListedVenue[]>> = JSON.parse(readFileSync(file, 'utf8'))
const protocols: ReadonlyMap<string, Protocol<unknown>> = new Map(all.map((one) => [one.kind, one]))

const head = `# Liquidity

Which venues of each network are found, by the published lists that \`${file}\` names, each with its source:
rank 1 is what a route should try first, rank 2 adds depth. Both are judgements, as no list of volumes was read, and no address
was compared with a chain: \`swapline networks <name> --check\` does that. *Found*: an entry states it, and of several
factories how many. *Proven* is what [families.md](families.md) says of its family. *By default*: a quote uses it without
\`--unproven\`; *index*: after [networks index](indexing.md), which finds pools that have no lookup by pair. What is not
found has no source for what is needed, or a family that is not read.

`

/** How a listed venue and an entry agree. */
export interface Finding {
  readonly network: string
  readonly listed: ListedVenue
  readonly venues: readonly Venue[]
  /** Its addresses that the entry states. */
  readonly found: number
}

/** Of all networks that can be traded on. */
export function findListedVenues(): readonly Finding[] {
  return tradedNetworks().flatMap((network) =>
    (listed[network.name] ?? []).map((one) => {
      const addresses = Object.values(one.addresses).map((address) => address.toLowerCase())
      const venues = network.venues.filter((venue) => addressesOf(venue).some((address) => addresses.includes(address)))
      const stated = new Set(venues.flatMap(addressesOf))
      return { network: network.name, listed: one, venues, found: addresses.filter((one) => stated.has(one)).length }
    }),
  )
}

const tradedNetworks = (): readonly Network[] =>
  catalogue
    .filter(({ family, closed }) => family === 'evm' && closed === undefined)
    .flatMap(({ name }) => entries.filter((entry) => entry.name === name))

/** In lower case: of its factory, of what its facts name, and of pools that it states. */
function addressesOf({ factory, facts = {}, pools = [] }: Venue): readonly string[] {
  const inFacts = Object.values(facts)
    .flat(2)
    .filter((fact) => typeof fact === 'string')
  return [factory, ...inFacts, ...pools.map(({ address }) => address)].map((address) => address.toLowerCase())
}

export function describeLiquidity(): string {
  const findings = findListedVenues()
  const count = (rank: number) => {
    const ofRank = findings.filter(({ listed: { rank: own } }) => own === rank)
    return `of rank ${rank} ${ofRank.filter(({ found }) => found > 0).length} of ${ofRank.length}`
  }
  const rows = findings.map(toRow)
  return `${head}Found ${count(1)}, ${count(2)}.

| network | venue | rank | found | proven | by default |
|---|---|---:|---|---|---|
${rows.join('\n')}
`
}

function toRow({ network, listed: { venue, rank, addresses, missing }, venues, found }: Finding): string {
  const of = Object.keys(addresses).length
  const families = [...new Set(venues.map(({ protocol }) => protocol))].map((kind) => protocols.get(kind))
  const isProven = families.length > 0 && families.every((family) => family?.proof.proven)
  const isFound = found === 0 ? `no: ${missing ?? ''}` : of > 1 ? `${found} of ${of}` : 'yes'
  return `| ${[network, venue, rank, isFound, found === 0 ? '' : isProven ? 'yes' : 'no', byDefault(families, isProven)].join(' | ')} |`
}

function byDefault(families: readonly (Protocol<unknown> | undefined)[], isProven: boolean): string {
  if (families.length === 0) return ''
  if (!isProven) return 'no'
  // Uniswap V4's pools of usual fees are found without an index
  const isIndexed = families.every((family) => family?.creations !== undefined && family.lens === undefined)
  return isIndexed ? 'index' : 'yes'
}
