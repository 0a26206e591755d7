import { expect, test } from 'vitest'
import { allNetworks, getNetworkEntry } from '#networks/find'
import { createRemoteService } from './remote-service.ts'

/** The state of a network that a service describes so. */
async function stateOf(status: unknown): Promise<string | undefined> {
  const service = createRemoteService({
    ask: async (_: unknown, read: (body: unknown) => unknown) => read([{ name: 'base', status }]),
    listings: allNetworks,
    network: getNetworkEntry,
  } as never)
  return (await service.listNetworks()).find(({ listing }) => listing.name === 'base')?.state
}

test.each([
  ['online', 'ready'],
  ['degraded', 'read-only'],
  ['offline', 'no-rpc'],
])('a network that is %s', async (status, state) => {
  expect(await stateOf(status)).toBe(state)
})

test.each(['perhaps', '', 'constructor', '__proto__', 'toString', 7, null, undefined])(
  'a network with the status %j, which the API does not have, counts as offline',
  async (status) => {
    expect(await stateOf(status)).toBe('no-rpc')
  },
)
