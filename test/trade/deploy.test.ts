import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NetworkCheck } from '#domain/service/service'
import { nativeToken } from '#domain/units'
import { adapters } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { autoConfirm, createComponents, createQuoteRequest, createSwapRequest, sandbox, trader0 } from './fixture.ts'

const kinds = [
  { router: 'cancun', flags: ['--hardfork', 'cancun'] },
  { router: 'storage', flags: ['--hardfork', 'london'] },
] as const

describe.each(kinds)('on a chain without our contracts, for the build $router', ({ router, flags }) => {
  let chain: RunningChain
  let state: string
  let parts: ReturnType<typeof createComponents>
  let snapshot: string
  beforeAll(async () => {
    chain = await startChain({ router: false, flags })
  }, 60_000)
  afterAll(() => chain.stop())
  beforeEach(async () => {
    snapshot = await chain.rpc<string>('evm_snapshot')
    state = mkdtempSync(join(tmpdir(), 'swapline-deploy-'))
    parts = createComponents(state, chain.url, router)
  })
  afterEach(async () => {
    await parts.close()
    await chain.rpc('evm_revert', snapshot)
    rmSync(state, { recursive: true, force: true })
  })

  const checked = async (): Promise<NetworkCheck['contracts']> => {
    const all = await (await parts.service()).listNetworks([sandbox])
    return all.find(({ listing }) => listing.name === sandbox)?.check?.contracts ?? []
  }
  const deploy = async () => (await parts.trader()).deployRouter(sandbox, 'dev0', autoConfirm())
  const places = [
    { name: 'router', address: getRouter({ router }).address },
    ...adapters.map(({ name, address }) => ({ name, address })),
  ]

  test('each is deployed once, at its pinned address, and then trades', async () => {
    expect(await checked()).toEqual(places.map((place) => ({ ...place, ok: false })))
    const first = await deploy()
    for (const { intent } of [first.router, ...first.adapters]) expect(intent?.stage).toBe('confirmed')
    expect(await checked()).toEqual(places.map((place) => ({ ...place, ok: true })))

    const again = await deploy()
    expect([again.router, ...again.adapters]).toEqual(places.map((place) => ({ ...place, intent: undefined })))
    const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 18n)
    const { intent } = await (await parts.trader()).swap(createSwapRequest({ request }), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
  })

  test('only missing ones are deployed', async () => {
    const [{ data }] = listDeployables({ router })
    await chain.rpc('anvil_impersonateAccount', trader0)
    await sendFrom(chain.rpc, { from: trader0, to: deployer, data })
    expect((await checked()).map(({ ok }) => ok)).toEqual([true, ...adapters.map(() => false)])
    const done = await deploy()
    expect(done.router.intent).toBeUndefined()
    expect(done.adapters.map(({ intent }) => intent?.stage)).toEqual(adapters.map(() => 'confirmed'))
  })

  // The router, and the first and the last of the adapters: those before it are deployed.
  test.each([places[0], places[1], places.at(-1)].flatMap((place) => place ?? []))(
    'other code at the address of $name is refused before anything is sent there',
    async ({ address }) => {
      await chain.rpc('anvil_setCode', address, '0x00')
      await expect(deploy()).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED', details: { address } })
    },
  )

  test('a chain without the deterministic deployer has its own failure', async () => {
    await chain.rpc('anvil_setCode', '0x4e59b44847b379578588920ca78fbf26c0b4956c', '0x')
    await expect(deploy()).rejects.toMatchObject({ code: 'TRANSACTION_BUILD_FAILED' })
  })
})
