import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { evm } from '#domain/units'
import { protocol, type ToyPegState } from '#protocols/toy-peg/index'
import { port } from '#test/conformance/adapters/compile'
import { adapterFamily } from '#test/conformance/adapters/family'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { contract, step } = createCallBuilder([
  'function make(address, address, uint256)',
  'function pegOf(address, address) view returns (address, uint256)',
  'function transfer(address, uint256)',
])

interface Scenario {
  readonly feePpm: number
  readonly reserves: readonly [bigint, bigint]
}

const fees = [0, 40, 999_999]

export const family = adapterFamily({
  protocol,
  source: 'Peg of PegFactory.sol',
  scenarios: fc.record({ feePpm: fc.constantFrom(...fees), reserves: fc.tuple(anySize(128), anySize(128)) }),
  holds: ({ reserves }: ToyPegState) => reserves,
  openPools,
  sandboxTrades: [['toy-peg', 'USDC', 'USDT', 100_000n * 10n ** 6n]],
})

/** A pool for each fee; a scenario fills one. */
async function openPools(fixture: AdapterFixture): Promise<(scenario: Scenario) => PreparedPool<ToyPegState>> {
  const pools = new Map<number, Pool>()
  for (const feePpm of fees) {
    const [a, b] = [await fixture.deployCoin(18), await fixture.deployCoin(18)]
    const factory = await fixture.deploy(port('PegFactory'))
    await fixture.runSteps([step(factory, 'make', a, b, feePpm)])
    const [address] = await fixture.callAndDecode(step(factory, 'pegOf', a, b), contract)
    const venue = { protocol: protocol.kind, name: 'toy-peg', title: 'Toy peg', factory, feesPpm: [feePpm] }
    pools.set(feePpm, { venue, address: evm(String(address)), tokens: BigInt(a) < BigInt(b) ? [a, b] : [b, a], feePpm })
  }
  return ({ feePpm, reserves }) => {
    const pool = pools.get(feePpm)
    if (pool === undefined) throw new Error(`no pool has the fee ${feePpm}`)
    const steps = pool.tokens.map((token, i) => step(token, 'transfer', pool.address, reserves[i]))
    return { pool, state: { reserves, feePpm }, steps }
  }
}
