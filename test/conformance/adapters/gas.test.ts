import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalChain, startChain } from '../chain.ts'
import { all } from '../families.gen.ts'
import type { Conformance } from '../family.ts'
import { type AdapterFixture, createAdapterFixture } from './fixture.ts'
import { measureRatios } from './gas.ts'

let chain: LocalChain
let fixture: AdapterFixture
beforeAll(async () => {
  chain = await startChain()
  fixture = await createAdapterFixture(chain)
})
afterAll(() => chain.stop())

const families: readonly Conformance[] = all
const cases = families.flatMap(({ protocol, gas = [] }) =>
  gas.map((one) => ({ kind: protocol.kind, name: one.name, protocol, one })),
)

describe('gas is predicted within 6 % of the contracts', () => {
  test.each(cases)('$kind, $name', async ({ protocol, one }) => {
    const ratios = await measureRatios(fixture, protocol, one)
    console.log(ratios)
    expect(ratios).not.toEqual([])
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
  })
})
