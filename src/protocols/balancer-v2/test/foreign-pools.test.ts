/** Anyone may register a contract as a pool in the vault: what it answers must not stop the index. */
import { AbiCoder } from 'ethers'
import { expect, test } from 'vitest'
import type { Venue } from '#domain/pools/protocol'
import { evm, type Hex, hex, nativeToken } from '#domain/units'
import { creations } from '#protocols/balancer-v2/creations'

const abi = AbiCoder.defaultAbiCoder()
const addressOf = (byte: string) => evm(`0x${byte.repeat(20)}`)
const venue: Venue = {
  protocol: 'balancer-v2',
  name: 'balancer-v2',
  title: '',
  factory: addressOf('cc'),
  feesPpm: [],
  facts: { weighted: [addressOf('fa')] },
}
const maxWord = (1n << 256n) - 1n
const [genuine, foreign] = [addressOf('11'), addressOf('22')]

function createLog(pool: string, count = 2) {
  const tokens = Array.from({ length: count }, (_, i) => addressOf(`a${i}`))
  return {
    topics: [hex(`0x${'00'.repeat(32)}`), hex(`${pool}${'00'.repeat(12)}`)],
    data: hex(abi.encode(['address[]', 'address[]'], [tokens, tokens.map(() => nativeToken)])),
    block: 7,
  }
}

/** What the chain says: a genuine pool has a fee of 1 %, the foreign one answers all reads with `nonsense`. */
const answerTo =
  (nonsense: Hex) =>
  ({ to, data }: { readonly to: string; readonly data: Hex }): Hex => {
    if (to === foreign) return nonsense
    if (data.startsWith('0x313ce567')) return hex(abi.encode(['uint256'], [18]))
    if (data.startsWith('0x55c67628')) return hex(abi.encode(['uint256'], [10n ** 16n]))
    if (data.startsWith('0x6634b753')) return hex(abi.encode(['bool'], [data.includes(genuine.slice(2))]))
    return hex('0x')
  }

function readPools(logs: readonly ReturnType<typeof createLog>[], nonsense = hex('0x')) {
  const reading = creations.pools(venue, logs)
  const asked = reading.next([])
  if (asked.done) throw new Error('it asks nothing')
  const read = reading.next(asked.value.map(answerTo(nonsense)))
  if (!read.done) throw new Error('it asks twice')
  return read.value
}

test.each([
  ['rate providers that are not addresses', hex(abi.encode(['uint256[]'], [[maxWord, maxWord]]))],
  ['a list longer than the answer', hex(abi.encode(['uint256', 'uint256'], [32, maxWord]))],
  ['a list far behind the answer', hex(abi.encode(['uint256'], [maxWord]))],
  ['nothing', hex('0x')],
])('a foreign pool that answers %s is unmodelled', (_, nonsense) => {
  const pools = readPools([createLog(genuine), createLog(foreign)], nonsense)
  expect(pools).toMatchObject([
    { address: genuine, feePpm: 10_000, facts: { curve: 'weighted' } },
    { address: foreign, feePpm: 0, skipReason: 'unmodelled' },
  ])
})

test('a registration of more or fewer tokens than any factory’s pool has is ignored', () => {
  const pools = readPools([createLog(foreign, 1), createLog(genuine, 8), createLog(foreign, 9)])
  expect(pools.map(({ address, tokens }) => [address, tokens.length])).toEqual([[genuine, 8]])
})
