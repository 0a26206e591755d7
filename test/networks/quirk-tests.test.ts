/**
 * Every quirk of a network has a test that fails if it is forgotten, most of them on a local chain that behaves so. The
 * first table is by the fields of entries, so that a new field needs a row; the second one is of what no field states.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Network } from '#domain/network'
import { all } from '#networks/all.gen'

type Place = readonly [file: string, title: string]

const gasQuirks = 'gas-quirks.test.ts'
const plain = 'quirks.test.ts'
const tempo = 'tempo.test.ts'
const closed = 'closed.test.ts'
const deploying = 'deploying.test.ts'

/** Fields in which a network differs from most. */
const fields: Readonly<Record<string, readonly Place[]>> = {
  feeToken: [
    [tempo, 'of all pathUSD leaves what its gas may cost'],
    [tempo, 'has to suffice, whichever it is: nothing is signed otherwise'],
    [tempo, 'a dry run of an account without any tokens assumes what pays for its gas, and says so'],
    [tempo, 'a plan of all pathUSD leaves what its gas may cost, and counts that gas in pathUSD'],
  ],
  nativeTwins: [
    [plain, 'is not swapped for itself'],
    [plain, '%s’s native currency is found by its other address'],
    [plain, 'a sale of USDT0 on stable and its gas come from one balance'],
    [plain, 'all of USDT0 on stable leaves what gas may cost, rounded up to its six decimals'],
    [plain, 'a plan counts USDT0 on stable and its native currency as one balance, and leaves gas of it'],
  ],
  'fees legacy': [[plain, 'fees of %s are of the kind that its head has']],
  minTip: [[plain, 'arbitrum is offered no tip, and no other network goes without']],
  maxGas: [
    [gasQuirks, 'a route fits the small blocks of hyperevm, or is refused'],
    [deploying, 'a swap may need more gas than other chains allow'],
  ],
  largeBlocks: [
    [deploying, 'an account in small blocks is refused before it signs, with what puts it into larger ones'],
    [deploying, 'one in larger blocks deploys at their price, and swaps within the small ones'],
  ],
  'gas nodeOnly': [
    [gasQuirks, 'gas of %s comes from its node alone'],
    [gasQuirks, 'a quote for an account that cannot swap says that the gas is not known'],
  ],
  'gas marginPercent': [
    [gasQuirks, 'monad takes the whole limit: it is the gas that a quote tells, and the margin is small'],
  ],
  'gas unusedChargedPercent': [
    ['charged-gas.test.ts', 'receipts that name %s tell that price'],
    ['charged-gas.test.ts', 'a revert whose receipt names the limit is not put down to gas'],
    ['charged-gas.test.ts', 'sonic charges a tenth of what the limit leaves: a quote shows it'],
  ],
  nativeReserve: [[gasQuirks, 'all of the native currency leaves the reserve of monad']],
  feeMethod: [[gasQuirks, 'linea is asked what a call costs; a node without the method gives the head’s fees']],
  l1Fee: [
    ['l1-fee.test.ts', 'a quote tells the L1 fee that is paid, fees %s'],
    ['l1-fee.test.ts', 'an account that cannot pay the L1 fee is refused before it signs'],
    [gasQuirks, '%s asks an oracle of its own for the fee of a transaction’s bytes'],
  ],
  'stack optimism': [['every-network.test.ts', '%s']],
  'stack tempo': [[tempo, 'of %s for %s brings what was quoted']],
  deployer: [['../trade/deployers.test.ts', '$deployer deploys them, and they trade']],
  'router storage': [['every-network.test.ts', '%s']],
}

/** What no field of an entry states. */
const others: Readonly<Record<string, readonly Place[]>> = {
  'tempo: no native currency': [
    [tempo, '%s %s for %s is refused'],
    [tempo, 'the chain itself takes no value'],
    [tempo, 'it is in no list of tokens and balances'],
  ],
  'tempo: storing code costs a multiple': [[deploying, 'router and adapters are deployed, paid in the fee token']],
  'tempo: policies of tokens': [
    [deploying, 'a token whose policy shuts our contracts out is refused before a swap is signed'],
  ],
  'bsc: no base fee to speak of': [[plain, 'without a base fee to speak of, bsc is offered its gas price as the tip']],
  'bsc, katana: decimals and names of tokens': [[plain, 'tokens with decimals or names of their own']],
  'blast: balances that grow': [
    [
      gasQuirks,
      'a token of blast whose balances grow by themselves is still traded as quoted, and none stays in the router',
    ],
  ],
  'polygonzk: shut down; zksync, abstract: EraVM': [
    [closed, 'nothing is traded on %s'],
    [closed, 'it is listed as read only, with the reason, and checked without contracts of ours'],
    [closed, 'nor is anything quoted or signed for it by what does not ask first'],
  ],
  'zksync: multicall at an address of its own': [
    [closed, 'balances of zksync are read, where multicall is at an address of its own'],
  ],
  'solana, eclipse, fogo: no EVM chains': [['../../src/networks/find.test.ts', 'cannot read %s']],
}

/** Which rows a network's entry needs. */
function quirksOf({ gas, fees, stack, router, ...entry }: Network): readonly string[] {
  const optional = ['feeToken', 'nativeTwins', 'minTip', 'maxGas', 'largeBlocks', 'nativeReserve', 'feeMethod', 'l1Fee']
  return [
    ...[...optional, 'deployer'].filter((field) => field in entry),
    ...Object.keys(gas ?? {}).map((field) => `gas ${field}`),
    ...(fees === 'legacy' ? ['fees legacy'] : []),
    ...(stack === undefined ? [] : [`stack ${stack}`]),
    ...(router === 'storage' ? ['router storage'] : []),
  ]
}

/** Of most networks, or of how a network is reached and shown; the rest are quirks. */
const common = [
  ...[
    'name',
    'title',
    'family',
    'chainId',
    'native',
    'wrapped',
    'fees',
    'maxGasPrice',
    'gas',
    'gasBudgetFloor',
    'stack',
  ],
  ...['rpc', 'privateRpc', 'explorer', 'multicall', 'blockTimeMs', 'confirmations', 'router', 'routerSince', 'hubs'],
  ...['intermediates', 'stables', 'tokens', 'venues'],
]

test.each(all.map((entry: Network) => [entry.name, entry] as const))('every quirk of %s has a test', (_, entry) => {
  expect(quirksOf(entry).filter((quirk) => !(quirk in fields))).toEqual([])
  expect(Object.keys(entry).filter((field) => !common.includes(field) && !(field in fields))).toEqual([])
})

test.each(Object.entries({ ...fields, ...others }))('%s: its tests are there', (_, places) => {
  expect(places.length).toBeGreaterThan(0)
  for (const [file, title] of places) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    expect(text.includes(`'${title}'`), `${file}: ${title}`).toBe(true)
  }
})

test('a row is of a quirk that some network has', () => {
  const used = new Set(all.flatMap((entry: Network) => quirksOf(entry)))
  expect(Object.keys(fields).filter((quirk) => !used.has(quirk))).toEqual([])
})
