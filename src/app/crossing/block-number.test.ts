/** Contracts read another number than the node counts, on a chain that is built on another one. */
import { expect, test } from 'vitest'
import { createCrossingReader } from '#app/crossing/chain-reader'
import { createFinalEnd } from '#app/crossing/final-reader'
import type { Chain } from '#domain/chain/port'
import { type Hex, hex, noBytes } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('arbitrum')
const block = { number: 400_000_000, hash: hex(`0x${'ab'.repeat(32)}`), time: 1_800_000_000 }
const word = (n: bigint): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)

/** Endpoints that answer to getBlockNumber() of Multicall3. */
const chainOf = (...answers: readonly Hex[]): Chain => {
  const answer = (reads: readonly { readonly to: string; readonly data: string }[], said: Hex | undefined) =>
    reads.map(({ to, data }) => (to === network.multicall && data === '0x42cbb15c' ? (said ?? noBytes) : noBytes))
  return {
    network,
    read: async (reads: Parameters<typeof answer>[0]) => answer(reads, answers[0]),
    allReadsWithBlock: async (reads: Parameters<typeof answer>[0]) =>
      answers.map((said) => ({ block, answers: answer(reads, said) })),
    nonceAt: async () => answers.map((_, i) => ({ endpoint: String(i), block, nonce: 0 })),
  } as unknown as Chain
}

test('is asked of a contract', async () => {
  expect(await createCrossingReader(chainOf(word(23_000_000n))).blockNumber()).toBe(23_000_000n)
  expect(await createCrossingReader(chainOf(noBytes)).blockNumber()).toBeUndefined()
})

test('is one that all endpoints have passed', async () => {
  const { reader } = await createFinalEnd(chainOf(word(23_000_001n), word(23_000_000n), noBytes))
  expect(await reader.blockNumber()).toBe(23_000_000n)
  expect(await (await createFinalEnd(chainOf(noBytes))).reader.blockNumber()).toBeUndefined()
})
