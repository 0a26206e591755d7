import { expect, test } from 'vitest'
import { bridge as across } from '#bridges/across/index'
import { bridge as cctp } from '#bridges/cctp/index'
import { networkName } from '#domain/units'
import { listBridges } from './list-bridges.ts'

const list = (network: string, to?: readonly string[]) =>
  listBridges({ bridges: [across, cctp] }, networkName(network), to?.map(networkName))

test('the bridges of a network, and those that lead to some of the others', () => {
  expect(list('base')).toEqual(['across', 'cctp'])
  expect(list('sandbox-base')).toEqual(['across', 'cctp'])
  // where others deploy our contracts, only to each other
  expect(list('hyperevm')).toContain('cctp')
  expect(list('hyperevm', ['ethereum', 'base'])).not.toContain('cctp')
  expect(list('hyperevm', ['plasma'])).toContain('cctp')
  expect(list('bsc', ['ethereum'])).toEqual(['across'])
})

test('no bridge leads from a network of no table, nor from a sandbox to a real network', () => {
  expect(list('fantom')).toEqual([])
  expect(list('sandbox')).toEqual([])
  expect(list('solana')).toEqual([])
  expect(list('sandbox-base', ['ethereum'])).toEqual([])
  expect(list('base', ['base'])).toEqual([])
})
