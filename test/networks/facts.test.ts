/**
 * The entries are what published lists say: `facts.data.json` holds it, from the packages and repositories that
 * docs/decisions/0047 names. Where an entry differs on purpose, the reason stands here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nativeToken } from '#domain/units'
import { getReadableEntry } from '#networks/find'

interface Facts {
  readonly chainId: number
  readonly native: readonly [symbol: string, decimals: number]
  readonly wrapped: string
  readonly multicall: string
  readonly blockTimeMs: number
  readonly explorer: string
  readonly type: 0 | 2
  readonly l1Oracle: string
  /** Decimals by address. */
  readonly tokens: Readonly<Record<string, number>>
  /** Every address of an exchange. */
  readonly exchanges: readonly string[]
  readonly rpc: readonly string[]
  readonly privateRpc: readonly string[]
  /** Besides the usual one. */
  readonly deployers: readonly string[]
  /** An exchange by its factory, with its other addresses, and how sure the lists are. */
  readonly venues: readonly {
    readonly name: string
    readonly address: string
    readonly also: readonly string[]
    readonly confidence: (typeof sureness)[number]
  }[]
}

const all: Readonly<Record<string, Facts>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'facts.data.json'), 'utf8'),
)

const resolver = 'the same contract on every chain; the lists name resolvers only'
const pool = 'a pool of its own: the lists name factories'
/** Differences, as `network field: value` or `network venue`, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  'ethereum lido': 'wstETH itself, which is in the list of tokens',
  'ethereum curve-tricrypto': pool,
  'arbitrum curve-tricrypto': pool,
  'ethereum curve-pools': pool,
  'ethereum litepsm-usds': 'a wrapper over the module that the lists name',
  'ethereum vaults': 'sUSDe itself, which is in the list of tokens',
  'ethereum sky-savings': 'sUSDS itself, by a list of Sky’s contracts that is named at the venue',
  'ethereum aave-stata': 'Aave’s factory, by Aave’s own list of addresses, which is named at the venue',
  'ethereum dai-usds': 'the lists name it by its contract only, and so does the venue',
  'arbitrum curve-pools': pool,
  'optimism curve-pools': pool,
  'fantom curve-pools': pool,
  'ethereum fluid': resolver,
  'base fluid': resolver,
  'arbitrum fluid': resolver,
  'tempo native: ["pathUSD",18]': 'the unit of gas prices, by the token that usually pays for it',
  'tempo wrapped: "0x0000000000000000000000000000000000000000"': 'there is none, as there is no native currency',
  'pharos multicall: "0xca11bde05977b3631167028862be2a173976ca11"': 'no list has this chain; the usual address',
  'zerogravity multicall: "0xca11bde05977b3631167028862be2a173976ca11"': 'no list has this chain; the usual address',
}

test.each(Object.keys(all))('%s is as the lists say', (name) => {
  const facts = all[name] as Facts
  const entry = getReadableEntry(name)
  const stated = {
    chainId: entry.chainId,
    native: [entry.native.symbol, entry.native.decimals],
    wrapped: entry.wrapped,
    multicall: entry.multicall,
    blockTimeMs: entry.blockTimeMs,
    explorer: entry.explorer,
    type: entry.fees === 'eip-1559' ? 2 : 0,
    l1Oracle: entry.l1Fee?.oracle ?? '',
  }
  const differing = Object.entries(stated).flatMap(([field, value]) => {
    const line = `${name} ${field}: ${JSON.stringify(value)}`
    return JSON.stringify(facts[field as keyof Facts]) === JSON.stringify(value) || line in reasons ? [] : [line]
  })
  const decimals = entry.tokens.flatMap(({ address, decimals: own, symbol }) =>
    facts.tokens[address] === own || `${name} ${symbol}` in reasons ? [] : [`${symbol} ${address} ${own}`],
  )
  const listed = new Set([...facts.exchanges, nativeToken])
  const unknown = entry.venues.flatMap(({ name: venue, factory }) =>
    listed.has(factory) || `${name} ${venue}` in reasons ? [] : [`${venue} ${factory}`],
  )
  expect({ differing, decimals, unknown }).toEqual({ differing: [], decimals: [], unknown: [] })
})

test.each(Object.keys(all))('%s names its endpoints, its deployer and its doubts as the lists do', (name) => {
  const facts = all[name] as Facts
  const entry = getReadableEntry(name)
  expect(entry.rpc.filter((url) => !facts.rpc.includes(url))).toEqual([])
  expect(entry.privateRpc ?? []).toEqual(facts.privateRpc)
  if (entry.deployer !== undefined) expect(facts.deployers).toContain(entry.deployer)
  const doubts = entry.venues.flatMap(({ name: venue, factory, evidence }) => {
    const listed = facts.venues.find(({ address }) => address === factory)?.confidence ?? 'high'
    const own = evidence?.confidence ?? 'high'
    return sureness.indexOf(own) <= sureness.indexOf(listed) ? [] : [`${venue}: ${own}, but ${listed} in the lists`]
  })
  expect(doubts).toEqual([])
})

/** Rising. An entry may doubt more than a list that names several factories at once. */
const sureness = ['low', 'medium', 'high'] as const

/** Exchanges that entries state by an address that the lists have not. */
const byOtherAddress = { 'Fluid DEX T1': 'fluid' } as const

test.each(Object.keys(all))('%s states every exchange of the lists, or says that it does not', (name) => {
  const facts = all[name] as Facts
  const source = readFileSync(join('src/networks/entries', `${name}.ts`), 'utf8')
  const leftOut = /\/\/ Not stated.*?\n {2}venues/s.exec(source)?.[0].replaceAll('\n  //', '').toLowerCase() ?? ''
  const stated = new Set(
    getReadableEntry(name).venues.flatMap(({ factory, facts: more }) => [factory, ...textsIn(more)]),
  )
  const names: readonly string[] = getReadableEntry(name).venues.map((venue) => venue.name)
  const missing = facts.venues.filter(
    ({ name: venue, address, also }) =>
      !names.includes(byOtherAddress[venue as keyof typeof byOtherAddress]) &&
      ![address, ...also].some((one) => stated.has(one)) &&
      !leftOut.includes(venue.replace(/ \(.*/, '').toLowerCase()),
  )
  expect(missing.map(({ name: venue, address }) => `${venue} ${address}`)).toEqual([])
})

const textsIn = (value: unknown): readonly string[] =>
  JSON.stringify(value ?? '')
    .match(/0x[0-9a-fA-F]{40}/g)
    ?.map((one) => one.toLowerCase()) ?? []

test('every reason is of a network and a field or venue that exist', () => {
  for (const key of Object.keys(reasons)) {
    const [name = '', what = ''] = key.replace(/:.*/, '').split(' ')
    const venues = getReadableEntry(name).venues.map((venue) => venue.name)
    expect([...venues, 'multicall', 'native', 'wrapped']).toContain(what)
  }
})
