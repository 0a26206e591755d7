/** Vaults that lie, freeze or lower their cap between quote and swap: nothing is signed, and on chain nothing is lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCreateAddress, Interface } from 'ethers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { uintAt } from '#domain/calls/words'
import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { getTestContractCode } from '../contracts/compile.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'

const { tokens, treasury } = sandboxGround
const dai = tokens.DAI.address
const whole = 10n ** 18n
const abi = new Interface([
  'constructor(address,uint256)',
  'function approve(address,uint256)',
  'function transfer(address,uint256)',
  'function deposit(uint256,address)',
  'function createPair(address,address) returns (address)',
  'function mint(address)',
  'function setKept(uint256)',
  'function setFrozen(bool,bool)',
  'function setMostDeposit(uint256)',
  'function setBurns(bool)',
])

let node: RunningChain
let state: string
let compose: ReturnType<typeof composeWith>
let app: ReturnType<typeof compose>
let start: string

const vaults = new Map<string, Address>()
const vaultOf = (kind: string): Address => vaults.get(kind) ?? evm('0x')

const sendCall = (from: Address, to: Address, name: string, ...values: readonly unknown[]) =>
  sendFrom(node.rpc, { from, to, data: hex(abi.encodeFunctionData(name, values)) })
const setVault = (kind: string, name: string, ...values: readonly unknown[]) =>
  sendCall(treasury, vaultOf(kind), name, ...values)
const balanceOf = async (token: Address): Promise<bigint> =>
  uintAt(
    await node.rpc<Hex>('eth_call', { to: token, data: `0x70a08231${trader0.slice(2).padStart(64, '0')}` }, 'latest'),
    0,
  )
const readNonce = () => node.rpc<Hex>('eth_getTransactionCount', trader0, 'latest')

/** Holds DAI one for one; the trader owns 1,000 shares, and a pair with a fee trades them, too. */
async function deployVault(rate: bigint): Promise<Address> {
  const nonce = Number(await node.rpc<Hex>('eth_getTransactionCount', treasury, 'latest'))
  const data = hex(getTestContractCode('HostileVault') + abi.encodeDeploy([dai, rate]).slice(2))
  await sendFrom(node.rpc, { from: treasury, data })
  const vault = evm(getCreateAddress({ from: treasury, nonce }))
  await sendCall(treasury, dai, 'approve', vault, 2n ** 255n)
  await sendCall(treasury, vault, 'deposit', 100_000n * whole, treasury)
  await sendCall(treasury, vault, 'transfer', trader0, 1_000n * whole)
  const factory = network.venues[0]?.factory ?? vault
  const creation = { from: treasury, to: factory, data: abi.encodeFunctionData('createPair', [dai, vault]) }
  const pair = evm(`0x${(await node.rpc<Hex>('eth_call', creation, 'latest')).slice(-40)}`)
  await sendCall(treasury, factory, 'createPair', dai, vault)
  for (const token of [vault, dai]) await sendCall(treasury, token, 'transfer', pair, 40_000n * whole)
  await sendCall(treasury, pair, 'mint', treasury)
  return vault
}

/** The sandbox with the vaults among those that its venues state. */
function listVaults() {
  return network.venues.map((venue) => {
    const address = vaults.get(venue.protocol)
    if (address === undefined) return venue
    const pool = { address, tokens: [dai, address], feePpm: 0, facts: { decimalsOffset: 0 } }
    return { ...venue, pools: [...(venue.pools ?? []), pool] }
  })
}

beforeAll(async () => {
  node = await startChain()
  await node.rpc('anvil_impersonateAccount', treasury)
  await node.rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  vaults.set('erc4626', await deployVault(0n))
  vaults.set('rate-vault', await deployVault(10n ** 27n))
  await sendCall(treasury, dai, 'transfer', trader0, 10_000n * whole)
  const venues = listVaults()
  compose = composeWith({ network: (entry) => ({ ...entry, venues }) })
  // a pair's first swap after its first block writes two more slots than an estimate in that block finds
  await node.rpc('evm_increaseTime', 12)
  await node.rpc('evm_mine')
  start = await node.rpc<string>('evm_snapshot')
}, 120_000)
beforeEach(async () => {
  await node.rpc('evm_revert', start)
  start = await node.rpc<string>('evm_snapshot')
  state = mkdtempSync(join(tmpdir(), 'swapline-house-'))
  app = compose(createComposeInput(state, node.url, new Map([['trade.unproven', ['true']]])))
})
afterEach(async () => {
  await app.close()
  rmSync(state, { recursive: true, force: true })
})
afterAll(() => node.stop())

const ways = ['erc4626', 'rate-vault'].flatMap((kind) => [
  { kind, way: 'deposit', pair: () => [dai, vaultOf(kind)] as const },
  { kind, way: 'redeem', pair: () => [vaultOf(kind), dai] as const },
])

describe.each(ways)('$kind, $way:', ({ kind, way, pair }) => {
  const request = (more: Partial<QuoteRequest> = {}) => createQuoteRequest(...pair(), 10n * whole, more)
  const quote = async (more: Partial<QuoteRequest> = {}): Promise<Quote> => (await app.service()).quote(request(more))
  const usesVault = ({ route }: Quote) => route.legs.some(({ pool }) => pool.address === vaultOf(kind))
  const readAccount = async () => {
    const [sell, buy] = pair()
    return [await balanceOf(sell), await balanceOf(buy), await readNonce()]
  }

  /** A quote through the vault, the router allowed to take what it sells, and a payload that was checked. */
  async function prepare() {
    const quoted = await quote()
    expect([quoted.route.amountOut, usesVault(quoted)]).toEqual([10n * whole, true])
    await sendCall(trader0, pair()[0], 'approve', quoted.router, 100n * whole)
    const asked = { quoteId: (await quote()).id, estimateGas: true, deadlineSeconds: 600 }
    return { id: quoted.id, payload: await (await app.service()).buildPayload(asked) }
  }

  test.each([
    ['pays less than its previews say', 'setKept', [20_000n]],
    ['freezes and says nothing', 'setFrozen', [true, false]],
    ['freezes and says so', 'setFrozen', [true, true]],
  ] as const)('%s after the quote: no signature, and nothing is lost by an older one', async (_, name, values) => {
    const { id, payload } = await prepare()
    await setVault(kind, name, ...values)
    const before = await readAccount()
    const swap = (await app.trader()).swap(createSwapRequest({ id }, { requote: 'never' }), autoConfirm())
    await expect(swap).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
    expect(await readAccount()).toEqual(before)

    const { from, to, data } = payload
    await expect(sendFrom(node.rpc, { from, to, data })).rejects.toThrow('reverted')
    expect((await readAccount()).slice(0, 2)).toEqual(before.slice(0, 2))
  })

  test('says that it is frozen: another pool is quoted and swapped', async () => {
    await setVault(kind, 'setFrozen', true, true)
    const quoted = await quote()
    expect([usesVault(quoted), quoted.route.amountOut]).toEqual([false, 9_967_515_596_737_513_174n])
    const [, before] = await readAccount()
    const { intent } = await (await app.trader()).swap(createSwapRequest({ request: request() }), autoConfirm())
    expect([intent?.stage, intent?.trade?.bought]).toEqual(['confirmed', quoted.route.amountOut])
    expect((await balanceOf(pair()[1])) - (before as bigint)).toBe(quoted.route.amountOut)
  })

  test('lies for good: the swap is refused each time, and done without the vault', async () => {
    await setVault(kind, 'setKept', 20_000n)
    const trader = await app.trader()
    const swap = trader.swap(createSwapRequest({ request: request() }), autoConfirm())
    await expect(swap).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED', message: expect.stringContaining('9.8') })
    const without = createSwapRequest({ request: request({ exclude: [vaultOf(kind)] }) })
    expect((await trader.swap(without, autoConfirm())).intent?.stage).toBe('confirmed')
  })

  test('burns the gas of who reads it: every other pool is read', async () => {
    const other = await quote({ exclude: [vaultOf(kind)] })
    await setVault(kind, 'setBurns', true)
    const quoted = await quote()
    expect([usesVault(quoted), quoted.route.amountOut]).toEqual([false, other.route.amountOut])
    expect(quoted.poolsSeen).toBe(other.poolsSeen)
  })

  test.runIf(way === 'deposit')('lowers its cap: no more than that is deposited', async () => {
    const { id } = await prepare()
    await setVault(kind, 'setMostDeposit', 4n * whole)
    const trader = await app.trader()
    const swap = trader.swap(createSwapRequest({ id }, { requote: 'never' }), autoConfirm())
    await expect(swap).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
    await setVault(kind, 'setMostDeposit', 900n * whole)
    const more = createQuoteRequest(...pair(), 1_000n * whole)
    const again = await trader.swap(createSwapRequest({ request: more }), autoConfirm())
    const leg = again.quote?.route.legs.find(({ pool }) => pool.address === vaultOf(kind))
    expect(leg?.amountIn).toBeGreaterThan(800n * whole)
    expect(leg?.amountIn).toBeLessThanOrEqual(900n * whole)
    expect([again.intent?.stage, again.intent?.trade?.bought]).toEqual(['confirmed', again.quote?.route.amountOut])
  })
})
