/** A chain without our router: a price is shown and marked, and nothing is signed for an address without code. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRouter } from '#encoding/contracts/router'
import { expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

interface Quoted {
  readonly id: string
  readonly router: { readonly deployed: boolean; readonly next: string | null }
}

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture({ router: false })
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())

const { address: router } = getRouter({ router: 'cancun' })
const deploy = 'swapline router deploy -n sandbox'
const notDeployed = {
  code: 'ROUTER_NOT_DEPLOYED',
  says: ['not deployed on sandbox', `no code at ${router}`, deploy],
} as const
const held = async () => [
  await fixture.chain.rpc<string>('eth_getBalance', router, 'latest'),
  await fixture.countSentBy('dev0'),
]

test('a quote is marked on the screen and in JSON, with the next command', async () => {
  const human = await user.run(['quote', '1', 'ETH', 'USDC'])
  expect(human.code).toBe(0)
  expect(human.stdout).toMatch(/Quote +[0-9a-f]{8} +no router here: price only$/m)
  expect(human.stdout).toMatch(/Next +swapline router deploy -n sandbox$/m)
  expect(human.stdout).not.toMatch(/swapline swap|valid 5:00/)

  const ran = await user.run(['quote', '1', 'ETH', 'USDC', '-o', 'json'])
  expect(parseData<Quoted>(ran).router).toEqual({ deployed: false, next: deploy })
  expect(JSON.parse(ran.stdout).warnings).toContainEqual({
    code: 'ROUTER_MISSING',
    message: `No router here: price only. ${deploy} deploys it.`,
  })
})

test('its code is read in the batch that is sent anyway', async () => {
  const proxy = await fixture.addProxy([])
  await user.run(['quote', '2', 'ETH', 'USDC'], { rpc: proxy.url })
  const asked = proxy.posts.filter((methods) => methods.includes('eth_getCode'))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('eth_getBlockByNumber')
  expect(asked[0]?.length).toBeGreaterThan(3)
})

test.each<[string, readonly string[]]>([
  ['a swap', ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'dev0']],
  ['a swap of a token', ['swap', '100', 'USDC', 'ETH', '-y', '-a', 'dev0']],
  ['a swap that is only looked at', ['swap', '1', 'ETH', 'USDC', '--dry-run', '-a', 'dev0']],
  ['an approval', ['approve', 'USDC', '100', '-y', '-a', 'dev0']],
  ['a signed approval', ['approve', 'USDC', '100', '--permit', '-y', '-a', 'dev0']],
])('%s is refused before anything is signed', async (_, args) => {
  await expectRefusal(user, args, notDeployed)
  expect(await held()).toEqual(['0x0', 0])
})

test('so is a swap of the quote; once the router is deployed the same quote swaps', async () => {
  const { id } = parseData<Quoted>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', 'dev0', '-o', 'json']))
  await expectRefusal(user, ['swap', id, '-y', '-a', 'dev0'], notDeployed)
  expect(await held()).toEqual(['0x0', 0])

  expect((await user.run(['router', 'deploy', '-y', '-a', 'dev1'])).code).toBe(0)
  const swapped = await user.run(['swap', id, '-y', '-a', 'dev0', '-o', 'json'])
  expect(swapped.code).toBe(0)
  const again = await user.run(['quote', '1', 'ETH', 'USDC', '-o', 'json'])
  expect(parseData<Quoted>(again).router).toEqual({ deployed: true, next: null })
  expect(JSON.parse(again.stdout).warnings).toEqual([])
})
