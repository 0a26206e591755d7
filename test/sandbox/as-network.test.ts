import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { TypedDataEncoder } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '#domain/network'
import { type Hex, networkName } from '#domain/units'
import { isPinnedCode } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'
import { all } from '#networks/all.gen'
import { network as arbitrum } from '#networks/entries/arbitrum'
import { network as base } from '#networks/entries/base'
import { network as ethereum } from '#networks/entries/ethereum'
import { network as sandbox } from '#networks/entries/sandbox'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { createSandboxControl, type SandboxContext } from '#sandbox/control/control'
import { type SandboxContracts, sandboxContractsOf } from '#sandbox/pools/contracts'
import { poolPlan } from '#sandbox/pools/plan'
import { relocate } from '#sandbox/pools/relocate'
import { readState } from '#sandbox/state-file'
import { withFileLock } from '#store/sqlite/file-lock'
import { systemClock } from '#system/clock'
import { quoteV3, readPrice } from './pool-price.ts'
import { readContract } from './read.ts'

const lock: SandboxContext['lock'] = (file, work) => withFileLock({ clock: systemClock, timeoutMs: 60_000 }, file, work)
const entries = [sandbox, ethereum, base, arbitrum]
const entryOf = (name: string): Network => {
  const found = entries.find((entry) => entry.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

/**
 * The two families that move to a played network's addresses; other factories of its entry have no code in the sandbox.
 */
const isUniswap = (protocol: string) => protocol === 'uniswap-v2' || protocol === 'uniswap-v3'

test.each(all.filter(({ name, stack }) => name !== sandbox.name && stack !== 'tempo'))(
  'the foundation moves to the addresses of $name',
  async (network) => {
    const accounts = relocate(JSON.parse(await readState('foundation')), network, sandboxContractsOf(network))
    const pairsAndPools = network.venues.filter(({ protocol }) => isUniswap(protocol))
    for (const address of [network.wrapped, network.multicall, ...pairsAndPools.map(({ factory }) => factory)]) {
      expect(accounts[address]?.code).toMatch(/^0x60/)
    }
  },
)

describe('a sandbox that plays base', () => {
  const name = networkName('base')
  const { tokens, factories }: SandboxContracts = sandboxContractsOf(base)
  let stateDir: string
  let rpc: Rpc
  const control = () =>
    createSandboxControl({ relayProgram: '', stateDir, clock: systemClock, lock, getEntry: entryOf })

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'swapline-as-'))
    const begun = performance.now()
    const { url } = await control().start({ as: name })
    rpc = createRpc(url)
    const made = performance.now()
    await control().reset(name)
    console.info(`first ${Math.round(made - begun)} ms, again ${Math.round(performance.now() - made)} ms`)
  }, 120_000)
  afterAll(async () => {
    await control().stop(name)
    await rm(stateDir, { recursive: true })
  })

  test('a damaged cached genesis is built again', async () => {
    const [kept] = (await readdir(stateDir)).filter((file) => file.endsWith('.json.gz'))
    const path = join(stateDir, kept ?? '')
    const sound = await readFile(path)
    await writeFile(path, sound.fill(0, 100_000, 104_096))
    await control().reset(name)
    expect(gunzipSync(await readFile(path)).length).toBeGreaterThan(2_000_000)
  }, 120_000)

  test('answers with its chain id', async () => {
    expect(await rpc('eth_chainId')).toBe('0x2105')
    expect(await control().status(name)).toMatchObject({ network: 'sandbox-base', chainId: 8453 })
    expect(await control().status()).toBeUndefined()
    expect((await readdir(stateDir)).sort()).toEqual([
      expect.stringMatching(/^sandbox-base-[0-9a-f]{16}\.json\.gz$/),
      'sandbox-base.json',
      'sandbox-base.lock',
    ])
  })

  test('has tokens, factories and Multicall3 at the addresses of the entry', async () => {
    const [, usdc, cbBtc] = base.hubs
    expect(tokens).toMatchObject({ WETH: { address: base.wrapped }, USDC: { address: usdc }, WBTC: { address: cbBtc } })
    for (const { symbol, address, decimals } of Object.values(tokens)) {
      expect((await readContract(rpc, address, 'symbol() returns (string)'))[0]).toBe(symbol)
      expect((await readContract(rpc, address, 'decimals() returns (uint8)'))[0]).toBe(BigInt(decimals))
    }
    expect(BigInt((await readContract(rpc, base.multicall, 'getChainId() returns (uint256)'))[0])).toBe(8453n)
  })

  test('USDC signs permits for base and refuses to be sent to itself', async () => {
    const usdc = tokens.USDC.address
    const domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: usdc }
    const [separator] = await readContract(rpc, usdc, 'DOMAIN_SEPARATOR() returns (bytes32)')
    expect(separator).toBe(TypedDataEncoder.hashDomain(domain))
    expect((await readContract(rpc, usdc, 'isBlacklisted(address) returns (bool)', usdc))[0]).toBe(true)
  })

  test.each(poolPlan)('$venue $pair has its pool, at the planned price in either token order', async (plan) => {
    const [a, b] = plan.pair.map((symbol) => tokens[symbol])
    if (a === undefined || b === undefined) throw new Error('unreachable')
    const [pool] =
      plan.venue === 'uniswap-v3'
        ? await readContract(rpc, factories[plan.venue], getPool, a.address, b.address, plan.feePpm)
        : await readContract(rpc, factories[plan.venue], getPair, a.address, b.address)
    const { tokens: ordered, price } = await readPrice(rpc, plan.venue, pool)
    expect(new Set(ordered)).toEqual(new Set([a.address, b.address]))
    const perA = (ordered[0] === a.address ? price : 1 / price) * 10 ** (a.decimals - b.decimals)
    const taxed = plan.pair.some((symbol) => symbol === 'FOT') ? 0.011 : 1e-5
    const planned = plan.venue === 'uniswap-v3' ? plan.price : plan.holds[1] / plan.holds[0]
    expect(Math.abs(perA / planned - 1)).toBeLessThan(taxed)
  })

  test('its pools trade', async () => {
    const [pool] = await readContract(
      rpc,
      factories['uniswap-v3'],
      getPool,
      tokens.WETH.address,
      tokens.USDC.address,
      500,
    )
    const bought = await quoteV3(rpc, pool, tokens.WETH.address < tokens.USDC.address, 10n ** 18n)
    expect(Number(bought) / 1e6).toBeGreaterThan(2_490)
    expect(Number(bought) / 1e6).toBeLessThan(2_500.1)
  })

  test('the other factories of the entry answer that they have no pool', async () => {
    const others = base.venues.filter(
      ({ protocol, factory }) => isUniswap(protocol) && !Object.values(factories).includes(factory),
    )
    expect(others.length).toBeGreaterThan(0)
    for (const { protocol, factory } of others) {
      const pair = [tokens.WETH.address, tokens.USDC.address]
      const [none] =
        protocol === 'uniswap-v3'
          ? await readContract(rpc, factory, getPool, ...pair, 500)
          : await readContract(rpc, factory, getPair, ...pair)
      expect(BigInt(none)).toBe(0n)
    }
  })
})

test('a sandbox that plays a network without transient storage has none, and the router built for it', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'swapline-as-'))
  const control = createSandboxControl({
    relayProgram: '',
    stateDir,
    clock: systemClock,
    lock,
    getEntry: () => ({ ...sandbox, router: 'storage' }),
  })
  try {
    const rpc = createRpc((await control.start({})).url)
    await expect(rpc('eth_call', { data: '0x60005c00' }, 'latest')).rejects.toThrow(/NotActivated/)
    const code = await rpc<Hex>('eth_getCode', getRouter({ router: 'storage' }).address, 'latest')
    expect(isPinnedCode(getRouter({ router: 'storage' }), code)).toBe(true)
    expect(await rpc('eth_getCode', getRouter({ router: 'cancun' }).address, 'latest')).toBe('0x')
  } finally {
    await control.stop()
    await rm(stateDir, { recursive: true })
  }
})

const getPool = 'getPool(address, address, uint24) returns (address)'
const getPair = 'getPair(address, address) returns (address)'
