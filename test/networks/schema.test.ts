/** Every entry against a schema that knows all its fields: a misspelt one, or one of another kind, is refused. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Network } from '#domain/network'
import { all } from '#networks/all.gen'
import { all as protocols } from '#protocols/all.gen'

const Address = z.string().regex(/^0x[0-9a-f]{40}$/)
const Text = z.string().min(1)
const Price = z.bigint().positive()
const Https = z.url({ protocol: /^https$/ })
const Evidence = z.strictObject({ confidence: z.enum(['medium', 'low']), source: Text })
const Facts = z.record(z.string(), z.unknown())

const Pool = z.strictObject({
  address: Address,
  tokens: z.array(Address).min(2),
  feePpm: z.number().min(0).max(1_000_000),
  base: Address.optional(),
  facts: Facts.optional(),
})

const Venue = z.strictObject({
  protocol: z.enum(protocols.map(({ kind }) => kind)),
  name: z.string().regex(/^[a-z0-9.-]+$/),
  title: Text,
  factory: Address,
  feesPpm: z.array(z.number().min(0).max(1_000_000)),
  facts: Facts.optional(),
  pools: z.array(Pool).optional(),
  evidence: Evidence.optional(),
})

const Token = z.strictObject({
  symbol: z.string().regex(/^\S{1,24}$/),
  name: Text.optional(),
  address: Address,
  decimals: z.int().min(0).max(36),
  transferGas: z.strictObject({ first: z.int(), each: z.int() }).optional(),
})

const Entry = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  title: Text,
  family: z.enum(['evm', 'svm']),
  chainId: z.int().positive(),
  native: z.strictObject({ symbol: Text, name: Text, decimals: z.int().min(0).max(36) }),
  wrapped: Address,
  nativeTwins: z.array(Address).optional(),
  fees: z.enum(['eip-1559', 'legacy']),
  maxGasPrice: Price,
  minTip: z.bigint().nonnegative().optional(),
  maxGas: Price.optional(),
  largeBlocks: z.strictObject({ choiceMethod: Text, priceMethod: Text, choice: Text }).optional(),
  gas: z
    .strictObject({
      nodeOnly: z.literal(true).optional(),
      marginPercent: z.int().min(1).max(100).optional(),
      unusedChargedPercent: z.int().min(1).max(100).optional(),
    })
    .optional(),
  feeMethod: z.literal('linea_estimateGas').optional(),
  nativeReserve: Price.optional(),
  gasBudgetFloor: Price,
  l1Fee: z.strictObject({ oracle: Address, addsSignature: z.boolean() }).optional(),
  rpc: z.array(z.union([Https, z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/)])).min(1),
  privateRpc: z.array(Https).optional(),
  explorer: Https.optional(),
  multicall: Address,
  blockTimeMs: z.int().positive(),
  confirmations: z.int().nonnegative(),
  router: z.enum(['cancun', 'storage']),
  deployer: z.enum(['safe', 'createx']).optional(),
  stack: z.enum(['optimism', 'tempo']).optional(),
  feeToken: z.strictObject({ address: Address, decimals: z.int(), manager: Address }).optional(),
  intermediates: z.array(Address).optional(),
  routerSince: z.int().positive().optional(),
  hubs: z.array(Address).min(1),
  stables: z.array(Address),
  tokens: z.array(Token).min(1),
  venues: z.array(Venue),
})

test.each(all.map((entry: Network) => [entry.name, entry] as const))('%s is valid', (_, entry) => {
  expect(Entry.safeParse(entry).error?.issues ?? []).toEqual([])
})

test('a misspelt field, an unknown family and a wrong address are not', () => {
  const [entry] = all as readonly Network[]
  const [venue] = entry?.venues ?? []
  expect(Entry.safeParse({ ...entry, maxgas: 1n }).success).toBe(false)
  expect(Entry.safeParse({ ...entry, wrapped: '0x12' }).success).toBe(false)
  expect(Entry.safeParse({ ...entry, venues: [{ ...venue, protocol: 'uniswap-v9' }] }).success).toBe(false)
  expect(Entry.safeParse({ ...entry, chainId: undefined }).success).toBe(false)
})
