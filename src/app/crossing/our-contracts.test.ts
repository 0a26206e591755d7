/** Our contracts of a crossing are believed to be there only by every endpoint that answers. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex, networkName, noBytes } from '#domain/units'
import { cctpBridgeInitCode } from '#encoding/contracts/cctp-bridge-code.gen'
import { getCctpBridge, getCrossing, getStargateBridge } from '#encoding/contracts/crossing'
import { crossingInitCode } from '#encoding/contracts/crossing-code.gen'
import { getRouter } from '#encoding/contracts/router'
import { routerInitCode } from '#encoding/contracts/router-code.gen'
import { stargateBridgeInitCode } from '#encoding/contracts/stargate-bridge-code.gen'
import { getNetworkEntry } from '#networks/find'
import { requireOurCrossing, requirePinnedAt } from './our-contracts.ts'

const [ethereum, base] = [getNetworkEntry(networkName('ethereum')), getNetworkEntry(networkName('base'))]
/** What a constructor returns: all after the instructions that return it. */
const runtimeOf = (initCode: string) => hex(`0x${initCode.slice(initCode.indexOf('fdfe') + 4)}`)
const ours = new Map<Address, Hex>([
  [getCrossing(base).address, runtimeOf(crossingInitCode)],
  [getRouter(base).address, runtimeOf(routerInitCode)],
  [getCctpBridge(base).address, runtimeOf(cctpBridgeInitCode)],
  [getStargateBridge(base).address, runtimeOf(stargateBridgeInitCode)],
])

/** Two endpoints, of which the second one shows no code at `missing`. */
const chainOf = (network: Network, missing?: Address): Chain => {
  const shown = (of: readonly Address[]) => of.map((one) => ours.get(one) ?? noBytes)
  return {
    network,
    codes: async (of: readonly Address[]) => shown(of),
    allCodes: async (of: readonly Address[]) => [
      shown(of),
      of.map((one, i) => (one === missing ? noBytes : shown(of)[i])),
    ],
  } as unknown as Chain
}

test.each([
  ['cctp', getCctpBridge(base).address],
  ['stargate', getStargateBridge(base).address],
])('the contract of a crossing by %s that one endpoint alone shows is not paid', async (bridge, contract) => {
  const route = { bridge, contract, toContract: contract }
  await requireOurCrossing(chainOf(ethereum), chainOf(base), route)
  const refusal = { code: 'ROUTER_NOT_DEPLOYED', details: { address: contract } }
  await expect(requireOurCrossing(chainOf(ethereum, contract), chainOf(base), route)).rejects.toMatchObject(refusal)
  await expect(requireOurCrossing(chainOf(ethereum), chainOf(base, contract), route)).rejects.toMatchObject(refusal)
  const pinned = bridge === 'cctp' ? getCctpBridge(base) : getStargateBridge(base)
  await expect(requirePinnedAt(chainOf(base, contract), pinned)).rejects.toMatchObject(refusal)
})

test('the contract of a bridge that is not ours is not compared with any code', async () => {
  const spokePool = evm(`0x${'5'.repeat(40)}`)
  const route = { bridge: 'across', contract: spokePool, toContract: spokePool }
  await requireOurCrossing(chainOf(ethereum), chainOf(base), route)
})
