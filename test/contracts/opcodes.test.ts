/** What our contracts cannot do, read off the code that is pinned: no test has to reach it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Hex, hex } from '#domain/units'
import { isCodeOf } from '#encoding/pinned'
import { type Deployable, deployables } from '#encoding/router-deploy'
import { type Anvil, startAnvil } from './anvil.ts'
import { among, type Opcode, opcodes } from './opcodes.ts'

/** Another's code with our money, code that goes away or makes more, and trust in who began the transaction. */
const forbidden: readonly Opcode[] = ['DELEGATECALL', 'CALLCODE', 'SELFDESTRUCT', 'CREATE', 'CREATE2', 'ORIGIN']

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(() => chain.close())

/** What the pinned init code leaves on chain; compared with the pin, so that it is the code that is deployed. */
async function runtimeOf(contract: Deployable): Promise<Hex> {
  const code = await chain.rpc<Hex>('eth_call', { data: `0x${contract.data.slice(66)}`, gas: '0x1000000' }, 'latest')
  if (!isCodeOf(contract, code)) throw new Error(`${contract.name} is not what is pinned`)
  return code
}

const [[cancun, ...adapters], [storage]] = [deployables({ router: 'cancun' }), deployables({ router: 'storage' })]

test.each([
  ['the cancun router', cancun],
  ['the storage router', storage],
  ...adapters.map((adapter) => [adapter.name, adapter] as const),
] as const)('%s has none of what nobody may do with an allowance', async (_, contract) => {
  const code = await runtimeOf(contract)
  expect(among(code, forbidden)).toEqual([])
  expect(among(code, ['CALL', 'STATICCALL'])).toEqual(['CALL', 'STATICCALL'])
})

test('the storage router and the adapters run on a chain of London; only the other build needs a later one', async () => {
  const later: readonly Opcode[] = ['TLOAD', 'TSTORE', 'MCOPY', 'PUSH0']
  for (const contract of [storage, ...adapters]) expect(among(await runtimeOf(contract), later)).toEqual([])
  expect(among(await runtimeOf(cancun), later)).toEqual(later)
})

test('an adapter keeps nothing', async () => {
  const kept: readonly Opcode[] = ['SLOAD', 'SSTORE', 'TLOAD', 'TSTORE']
  for (const adapter of adapters) expect(among(await runtimeOf(adapter), kept)).toEqual([])
})

describe('the walk', () => {
  const text = (n: number) => n.toString(16).padStart(2, '0')
  const byte = (name: Opcode) => text(opcodes[name])

  test.each(forbidden)('sees %s where it is an instruction, and only there', (name) => {
    expect(among(hex(`0x6001${byte(name)}`), forbidden)).toEqual([name])
    expect(among(hex(`0x${byte('PUSH0')}${byte(name)}`), forbidden)).toEqual([name])
    for (let size = 1; size <= 32; size += 1) {
      const push = text(0x5f + size) + byte(name).repeat(size)
      expect(among(hex(`0x${push}`), forbidden)).toEqual([])
      expect(among(hex(`0x${push}${byte(name)}`), forbidden)).toEqual([name])
    }
  })
})
