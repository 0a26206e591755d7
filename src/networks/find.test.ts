import { readFileSync } from 'node:fs'
import { getAddress } from 'ethers'
import { describe, expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import type { Protocol } from '#domain/pools/protocol'
import { all } from '#networks/all.gen'
import { all as adapters } from '#protocols/all.gen'
import { allNetworks, findNetwork, getNetworkEntry, getReadableEntry } from './find.ts'

const protocols: readonly Protocol<unknown>[] = adapters

const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('finding a network', () => {
  test('lists the 35 names of the interface and the sandbox, each once', () => {
    const names = allNetworks().map(({ name }) => name)
    expect(names).toHaveLength(36)
    expect(new Set(names).size).toBe(36)
    const chainIds = allNetworks().flatMap(({ chainId }) => chainId ?? [])
    expect(new Set(chainIds).size).toBe(33)
  })

  test('takes an exact name or a chain id', () => {
    expect(findNetwork('base').chainId).toBe(8453)
    expect(findNetwork('8453').name).toBe('base')
    expect(findNetwork('solana').chainId).toBeNull()
    expect(getNetworkEntry('42161').title).toBe('Arbitrum One')
  })

  test.each(['Base', 'bases', ' base', '08453', 'null', ''])('refuses "%s"', (text) => {
    expect(
      isFailure(
        thrown(() => findNetwork(text)),
        'NETWORK_NOT_VALID',
      ),
    ).toBe(true)
  })

  test('suggests the nearest name', () => {
    expect(thrown(() => findNetwork('Etherium'))).toMatchObject({ details: { nearest: 'ethereum' } })
    expect(thrown(() => findNetwork('qqqqqqqqq'))).toMatchObject({ details: { nearest: undefined } })
    expect(findNearest('USCD', ['WETH', 'USDC', 'USDT', 'DAI'])).toEqual(['USDC', 'USDT'])
    expect(findNearest('', ['a', 'bb'])).toEqual([])
  })

  test.each([
    ['polygonzk', 'Polygon zkEVM was shut down: nothing can be traded there.'],
    ['zksync', 'ZKsync Era runs EraVM, for which the router is not built: nothing can be traded there.'],
    ['abstract', 'Abstract runs EraVM, for which the router is not built: nothing can be traded there.'],
    ['solana', 'Solana is not an EVM chain: swapline cannot trade there yet.'],
    ['eclipse', 'Eclipse is not an EVM chain: swapline cannot trade there yet.'],
    ['fogo', 'Fogo is not an EVM chain: swapline cannot trade there yet.'],
  ])('says why nothing can be traded on %s', (name, message) => {
    expect(thrown(() => getNetworkEntry(name))).toMatchObject({ code: 'NETWORK_NOT_SUPPORTED', message })
  })

  test.each([
    ['zksync', 324],
    ['abstract', 2741],
  ])('can read %s, and no sandbox plays it', (name, chainId) => {
    expect(getReadableEntry(name)).toMatchObject({ chainId, closed: 'era-vm', venues: [] })
    expect(findNetwork(name)).toMatchObject({ closed: 'era-vm', entry: undefined })
    expect(
      isFailure(
        thrown(() => findNetwork(`sandbox-${name}`)),
        'NETWORK_NOT_VALID',
      ),
    ).toBe(true)
  })

  test.each(['polygonzk', 'solana'])('cannot read %s', (name) => {
    expect(
      isFailure(
        thrown(() => getReadableEntry(name)),
        'NETWORK_NOT_SUPPORTED',
      ),
    ).toBe(true)
  })

  test('has entries of all others', () => {
    const without = allNetworks().flatMap(({ name, entry }) => (entry === undefined ? [String(name)] : []))
    expect(without.toSorted()).toEqual(['abstract', 'eclipse', 'fogo', 'polygonzk', 'solana', 'zksync'])
  })
})

/** Of coins worth less than ether: the worst transaction, and the least budget of a swap. */
const maxCoins: Readonly<Record<string, readonly [worst: number, floor: number]>> = {
  avalanche: [10, 0.1],
  berachain: [4, 1],
  fantom: [60, 10],
  hyperevm: [4, 0.05],
  metis: [6, 0.2],
  monad: [40, 100],
  pharos: [10, 2],
  plasma: [10, 5],
  polygon: [40, 10],
  sonic: [40, 10],
  stable: [20, 2],
  telos: [60, 50],
  tempo: [10, 0.1],
  zerogravity: [10, 2],
}

describe.each(all.map((entry) => [entry.name, entry] as const))('the entry %s', (name, entry) => {
  test('writes every address with a correct checksum', () => {
    const source = readFileSync(new URL(`./entries/${name}.ts`, import.meta.url), 'utf8')
    for (const [address] of source.matchAll(/0x[0-9a-fA-F]{40}/g))
      expect(address).toBe(getAddress(address.toLowerCase()))
  })

  test('lists venues of known families, each factory once', () => {
    const families = new Set(protocols.map(({ kind }) => kind))
    for (const { protocol, name: venue, feesPpm } of entry.venues) {
      expect(families).toContain(protocol)
      // As `--include` takes it.
      expect(venue).toMatch(/^[a-z0-9.-]+$/)
      if (protocol === 'uniswap-v2') expect(feesPpm, venue).toHaveLength(1)
    }
    const factories = entry.venues.map(({ factory }) => factory.toLowerCase())
    expect(factories.filter((one, i) => factories.indexOf(one) !== i)).toEqual([])
  })

  test('bounds gas: the worst transaction at the maximum price, and the budget floor, in coins', () => {
    expect(entry.maxGasPrice).toBeGreaterThan(10n ** 9n)
    const [worst, floor] = maxCoins[name] ?? [10, 0.01]
    expect(Number(entry.maxGasPrice * 16_777_216n) / 1e18).toBeLessThan(worst)
    expect(entry.gasBudgetFloor).toBeGreaterThan(0n)
    expect(Number(entry.gasBudgetFloor) / 1e18).toBeLessThanOrEqual(floor)
  })

  test('is consistent', () => {
    const listed = new Set(entry.tokens.map(({ address }) => address))
    expect(listed.size).toBe(entry.tokens.length)
    expect(new Set(entry.tokens.map(({ symbol }) => symbol.toLowerCase())).size).toBe(entry.tokens.length)
    expect(entry.hubs[0]).toBe(name === 'tempo' ? '0x20c0000000000000000000000000000000000000' : entry.wrapped)
    for (const token of [...entry.hubs, ...entry.stables]) expect(listed).toContain(token)
    const intermediates = entry.intermediates ?? []
    expect(new Set([...entry.hubs, ...intermediates]).size).toBe(entry.hubs.length + intermediates.length)
    expect(intermediates.length).toBeLessThanOrEqual(6)
    expect(new Set(entry.venues.map((venue) => venue.name)).size).toBe(entry.venues.length)
    const indexed = new Set(protocols.flatMap(({ kind, creations }) => (creations === undefined ? [] : [kind])))
    for (const { protocol, feesPpm, pools } of entry.venues)
      expect(feesPpm.length > 0 || (pools ?? []).length > 0 || indexed.has(protocol)).toBe(true)
    for (const url of entry.rpc) expect(url).toMatch(name === 'sandbox' ? /^http:\/\/127\.0\.0\.1:/ : /^https:\/\//)
  })
})
