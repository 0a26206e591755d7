import type { MaverickState } from '#protocols/maverick-v2/state'
import type { GasCase } from '#test/conformance/adapters/gas'
import { sell } from '#test/conformance/replay'
import { openPools } from './pools.ts'

const ether = 10n ** 18n

export const gas: readonly GasCase<MaverickState>[] = [1, 20, 60, 90].map((parts) => ({
  name: `${parts} tenths of a tick there and back`,
  async open(fixture) {
    const beside = Array.from({ length: 14 }, () => ({ amount: ether / 100n, kinds: 1 }))
    const at = { which: 0, at: 0, below: beside, active: [ether / 200n, ether / 200n] as const, above: beside }
    return (await openPools(fixture))({ ...at, kinds: 1, protocolShare: 0, mean: 0, moved: 0, age: 0 })
  },
  trades: [0, 1, 0, 1].map((from) => sell(from, (ether / 1_000n) * BigInt(parts))),
  first: 1,
  seconds: 2, // the mean price is stored only after time has passed
  moves: true,
  ofReal: 1.1,
}))
