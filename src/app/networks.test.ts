import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { networkName, seconds } from '#domain/units'
import { createDeployedContracts } from './deployed-contracts.ts'
import { listNetworks } from './networks.ts'

const base = networkName('base')
const clock = { now: () => seconds(1_000), elapsed: () => 0, sleep: async () => undefined }
const endpoints = async () => ['https://rpc.example']
const sandboxes = async () => []
const contracts = createDeployedContracts()

test('a stale head fails the check, and its age is still reported', async () => {
  const chain = () => Promise.reject(fail('STALE_HEAD', { network: 'Base', age: 600 }))
  const found = (await listNetworks({ clock, chain, contracts, endpoints, sandboxes }, [base])).find(
    ({ listing }) => listing.name === base,
  )
  expect(found).toMatchObject({ state: 'no-rpc', check: { chainIdOk: false, headAgeSeconds: 600, head: undefined } })
})

test('an endpoint that does not answer reports no head', async () => {
  const chain = () => Promise.reject(fail('NETWORK_UNAVAILABLE', { network: 'Base', reason: 'no' }))
  const found = (await listNetworks({ clock, chain, contracts, endpoints, sandboxes }, [base])).find(
    ({ listing }) => listing.name === base,
  )
  expect(found?.check?.headAgeSeconds).toBeUndefined()
})
