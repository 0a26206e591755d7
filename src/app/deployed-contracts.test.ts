/** Code at the router's address is believed only if every endpoint that answers shows it. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import { type Hex, hex, noBytes } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { routerInitCode } from '#encoding/contracts/router-code.gen'
import { getNetworkEntry } from '#networks/find'
import { createDeployedContracts, findRouterState, requireDeployedRouter } from './deployed-contracts.ts'

const network = getNetworkEntry('ethereum')
/** What the constructor returns: all after the instructions that return it. */
const ours = hex(`0x${routerInitCode.slice(routerInitCode.indexOf('fdfe') + 4)}`)
const other = hex('0x6001')

const chainOf = (codes: () => readonly Hex[]) =>
  ({ network, allCodes: async () => codes().map((code) => [code]) }) as unknown as Chain

test.each([
  ['deployed', [ours]],
  ['deployed', [ours, ours]],
  ['missing', [noBytes]],
  ['missing', [noBytes, noBytes]],
  ['disputed', [ours, noBytes]],
  ['disputed', [noBytes, ours]],
  ['foreign', [ours, other]],
  ['foreign', [noBytes, other]],
] as const)('%s', async (state, codes) => {
  expect(await findRouterState(chainOf(() => codes))).toBe(state)
})

test('one that a single endpoint showed to a quote is asked for again before a payload, and then no more', async () => {
  const contracts = createDeployedContracts()
  contracts.note(network.name, getRouter(network), ours)
  let codes: readonly Hex[] = [ours, noBytes]
  let asked = 0
  const chain = chainOf(() => {
    asked++
    return codes
  })
  await expect(requireDeployedRouter(contracts, chain)).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED' })
  codes = [noBytes]
  await expect(requireDeployedRouter(contracts, chain)).rejects.toMatchObject({ code: 'ROUTER_NOT_DEPLOYED' })
  codes = [ours, ours]
  await requireDeployedRouter(contracts, chain)
  await requireDeployedRouter(contracts, chain)
  expect(asked).toBe(3)
})
