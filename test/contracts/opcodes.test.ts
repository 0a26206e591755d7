/** Forbidden opcodes, checked on the pinned code itself: no test has to reach them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Hex, hex } from '#domain/units'
import { cctpBridgeInitCode } from '#encoding/contracts/cctp-bridge-code.gen'
import { getCctpBridge, getCrossing, getStargateBridge } from '#encoding/contracts/crossing'
import { crossingInitCode } from '#encoding/contracts/crossing-code.gen'
import { isPinnedCode } from '#encoding/contracts/pinned-contract'
import { type Deployable, listDeployables } from '#encoding/contracts/router-deploy'
import { stargateBridgeInitCode } from '#encoding/contracts/stargate-bridge-code.gen'
import { type Anvil, startAnvil } from './anvil.ts'
import { filterOpcodes, type Opcode, opcodes } from './opcodes.ts'

/** Delegate calls, self-destruction, contract creation, and trust in the transaction's origin. */
const forbidden: readonly Opcode[] = ['DELEGATECALL', 'CALLCODE', 'SELFDESTRUCT', 'CREATE', 'CREATE2', 'ORIGIN']

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(() => chain.close())

/** The runtime code of the pinned init code; compared with the pin, so that it is the deployed code. */
async function runtimeOf(contract: Pick<Deployable, 'codeHash' | 'data'> & { readonly name: string }): Promise<Hex> {
  const code = await chain.rpc<Hex>('eth_call', { data: `0x${contract.data.slice(66)}`, gas: '0x1000000' }, 'latest')
  if (!isPinnedCode(contract, code)) throw new Error(`${contract.name} is not what is pinned`)
  return code
}

const [[cancun, ...adapters], [storage]] = [
  listDeployables({ router: 'cancun' }),
  listDeployables({ router: 'storage' }),
]

/** As the deployer is sent it: a salt and the code. */
const asSent = (initCode: string) => hex(`0x${'0'.repeat(64)}${initCode.slice(2)}`)
const crossing = { name: 'crossing', ...getCrossing({}), data: asSent(crossingInitCode) }
const cctpBridge = { name: 'cctp-bridge', ...getCctpBridge({}), data: asSent(cctpBridgeInitCode) }
const stargateBridge = { name: 'stargate-bridge', ...getStargateBridge({}), data: asSent(stargateBridgeInitCode) }

test.each([
  ['the cancun router', cancun],
  ['the storage router', storage],
  ['the crossing contract', crossing],
  ['the CCTP bridge', cctpBridge],
  ['the Stargate bridge', stargateBridge],
  ...adapters.map((adapter) => [adapter.name, adapter] as const),
] as const)('%s has none of what nobody may do with an allowance', async (_, contract) => {
  const code = await runtimeOf(contract)
  expect(filterOpcodes(code, forbidden)).toEqual([])
  expect(filterOpcodes(code, ['CALL', 'STATICCALL'])).toEqual(['CALL', 'STATICCALL'])
})

test('the storage router, the crossing contract, its bridges and the adapters run on a chain of London; only the other build needs a later one', async () => {
  const later: readonly Opcode[] = ['TLOAD', 'TSTORE', 'MCOPY', 'PUSH0']
  for (const contract of [storage, crossing, cctpBridge, stargateBridge, ...adapters])
    expect(filterOpcodes(await runtimeOf(contract), later)).toEqual([])
  expect(filterOpcodes(await runtimeOf(cancun), later)).toEqual(later)
})

test('an adapter writes no storage', async () => {
  const kept: readonly Opcode[] = ['SLOAD', 'SSTORE', 'TLOAD', 'TSTORE']
  for (const adapter of adapters) expect(filterOpcodes(await runtimeOf(adapter), kept)).toEqual([])
})

describe('the walk', () => {
  const text = (n: number) => n.toString(16).padStart(2, '0')
  const byte = (name: Opcode) => text(opcodes[name])

  test.each(forbidden)('sees %s as an instruction, but not in PUSH data', (name) => {
    expect(filterOpcodes(hex(`0x6001${byte(name)}`), forbidden)).toEqual([name])
    expect(filterOpcodes(hex(`0x${byte('PUSH0')}${byte(name)}`), forbidden)).toEqual([name])
    for (let size = 1; size <= 32; size += 1) {
      const push = text(0x5f + size) + byte(name).repeat(size)
      expect(filterOpcodes(hex(`0x${push}`), forbidden)).toEqual([])
      expect(filterOpcodes(hex(`0x${push}${byte(name)}`), forbidden)).toEqual([name])
    }
  })
})
