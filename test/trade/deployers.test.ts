/**
 * Our contracts on chains where only one deployer has code, the real one: anvil's network of Tempo has Safe's factory and
 * CreateX among its genesis accounts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCreate2Address, keccak256 } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { deployer as usual } from '#encoding/contracts/router-deploy'
import { sandboxGround } from '#sandbox/addresses.gen'
import { startChain } from '#sandbox/anvil/start'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, sandbox, trader0 } from './fixture.ts'

const salt = `0x${'0'.repeat(64)}`
const cases = [
  { deployer: 'safe', address: '0x914d7fec6aac8cd542e72bca78b30650d45643d7', hashed: salt },
  { deployer: 'createx', address: '0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed', hashed: keccak256(salt) },
] as const

const codes = new Map<string, string>()
beforeAll(async () => {
  const tempo = await startChain({ flags: ['--network', 'tempo'], router: false })
  for (const { address } of cases) codes.set(address, await tempo.rpc('eth_getCode', address, 'latest'))
  await tempo.stop()
})

const apps: (() => Promise<void>)[] = []
afterAll(() => Promise.all(apps.map((end) => end())))

test.each(cases)(
  '$deployer deploys them, and they trade',
  { timeout: 120_000 },
  async ({ deployer, address, hashed }) => {
    const chain = await startChain({ router: false })
    const state = mkdtempSync(join(tmpdir(), 'swapline-deployer-'))
    const app = composeWith({ network: (entry) => ({ ...entry, deployer }) })(
      createComposeInput(state, chain.url, new Map([['trade.unproven', ['true']]])),
    )
    apps.push(async () => {
      await app.close()
      await chain.stop()
      rmSync(state, { recursive: true, force: true })
    })
    await chain.rpc('anvil_setCode', usual, '0x')
    const trader = await app.trader()
    await expect(trader.deployRouter(sandbox, 'dev0', autoConfirm())).rejects.toMatchObject({
      code: 'TRANSACTION_BUILD_FAILED',
      message: expect.stringContaining(address),
    })
    await chain.rpc('anvil_setCode', address, codes.get(address))

    const deployed = await trader.deployRouter(sandbox, 'dev0', autoConfirm())
    const routerHash = '0x60b4649f1cf9d3ef3e92b440e5b1ed46e3b7142b63a2f936fcea70e2ae713def'
    expect(deployed.router.address).toBe(getCreate2Address(address, hashed, routerHash).toLowerCase())
    expect(deployed.router.address).not.toBe(getRouter({ router: 'cancun' }).address)
    for (const { intent } of [deployed.router, ...deployed.adapters]) expect(intent?.stage).toBe('confirmed')
    expect(await chain.rpc('eth_getCode', getRouter({ router: 'cancun' }).address, 'latest')).toBe('0x')

    const own = deployed.adapters.map((adapter) => adapter.address)
    const service = await app.service()
    const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 18n)
    const direct = await trader.swap(createSwapRequest({ request }), autoConfirm())
    expect(direct.intent?.stage).toBe('confirmed')
    const throughAdapter = { ...request, include: ['aerodrome'] }
    const { route } = await service.quote(throughAdapter)
    expect(route.legs.every(({ move }) => move.move === 'adapter' && own.includes(move.pool))).toBe(true)
    const swapped = await trader.swap(createSwapRequest({ request: throughAdapter }), autoConfirm())
    expect(swapped.intent?.stage).toBe('confirmed')
    expect(swapped.intent?.from).toBe(trader0)
  },
)
