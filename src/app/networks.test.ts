import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { networkName, seconds } from '#domain/units'
import { createDeployedContracts } from './deployed-contracts.ts'
import { networks } from './networks.ts'

const base = networkName('base')
const clock = { now: () => seconds(1_000), elapsed: () => 0, sleep: async () => undefined }
const endpoints = async () => ['https://rpc.example']
const sandboxes = async () => []
const contracts = createDeployedContracts()

test('a head that is too old is a failure of the check, and how old it is is still said', async () => {
  const chain = () => Promise.reject(fail('STALE_HEAD', { network: 'Base', age: 600 }))
  const found = (await networks({ clock, chain, contracts, endpoints, sandboxes }, [base])).find(
    ({ listing }) => listing.name === base,
  )
  expect(found).toMatchObject({ state: 'no-rpc', check: { chainIdOk: false, headAgeSeconds: 600, head: undefined } })
})

test('an endpoint that does not answer says nothing of its head', async () => {
  const chain = () => Promise.reject(fail('NETWORK_UNAVAILABLE', { network: 'Base', reason: 'no' }))
  const found = (await networks({ clock, chain, contracts, endpoints, sandboxes }, [base])).find(
    ({ listing }) => listing.name === base,
  )
  expect(found?.check?.headAgeSeconds).toBeUndefined()
})
