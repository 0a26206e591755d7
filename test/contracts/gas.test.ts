/** Gas of whole transactions, pinned: `npx vitest run test/contracts/gas.test.ts -u` writes a new table. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShare } from '#domain/route'
import { nativeToken } from '#domain/units'
import { routerInitCode } from '#encoding/router-code.gen'
import { createRig, ether, leg, type Rig } from './rig.ts'
import { type Asked, calldata, percent, trade } from './trade.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

const cases = ({ tokens: { a, b, c, w }, pools }: Rig): Readonly<Record<string, Asked>> => ({
  'V2, 1 hop': { tokenIn: a, tokenOut: b, legs: [leg(pools.ab2, a)] },
  'V2, 2 hops': { tokenIn: a, tokenOut: c, legs: [leg(pools.ab2, a), leg(pools.bc2, b)] },
  'V3, 1 hop': { tokenIn: a, tokenOut: b, legs: [leg(pools.ab3, a)] },
  'V3, 2 hops': { tokenIn: a, tokenOut: c, legs: [leg(pools.ab3, a), leg(pools.bc3, b)] },
  'split V2 + V3': { tokenIn: a, tokenOut: b, legs: [leg(pools.ab2, a, wholeShare / 2), leg(pools.ab3, a)] },
  'V2, native in': { tokenIn: nativeToken, tokenOut: a, legs: [leg(pools.aw2, w)] },
  'V2, native out': { tokenIn: a, tokenOut: nativeToken, legs: [leg(pools.aw2, a)] },
  'V3, native in': { tokenIn: nativeToken, tokenOut: a, legs: [leg(pools.aw3, w)] },
  'V3, 1 hop, affiliate': { tokenIn: a, tokenOut: b, legs: [leg(pools.ab3, a)], affiliate: percent(rig, 1) },
})

test('costs what the table says', async () => {
  const table: Record<string, number> = { 'init code, bytes': routerInitCode.length / 2 - 1 }
  for (const [name, asked] of Object.entries(cases(rig))) {
    const value = asked.tokenIn === nativeToken ? ether : 0n
    const { gasUsed } = await trade(rig, asked, calldata(rig, asked), value)
    table[name] = Number(gasUsed)
  }
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot('../../contracts/snapshots/gas.json')
})
