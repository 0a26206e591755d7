/** No signature pays more for gas than the network's ceiling, the user's limit and what was shown. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gasPriceOf, type Payload } from '#domain/payload'
import { transactionOf } from '#domain/swap'
import type { Dialogue, GasCost, SwapTerms } from '#domain/trader'
import { amount, nativeToken, wei } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { dearGas } from './dear-gas.ts'
import { agreeable, asking, type House, openHouse, partsOn, sandbox, swapping } from './house.ts'

const { USDC, USDT, DAI } = sandboxGround.tokens
const [ether, gwei] = [10n ** 18n, 10n ** 9n]

let house: House
let proxy: FaultProxy
beforeAll(async () => {
  house = await openHouse(async (url) => {
    proxy = await startProxy(url)
    return proxy.url
  })
})
afterAll(async () => {
  await house.close()
  await proxy.close()
})
afterEach(() => proxy.rules([]))

const sent = () => proxy.posts.flat().filter((method) => method === 'eth_sendRawTransaction').length
const tooDear = { code: 'GAS_ABOVE_LIMIT', exit: 10 }
const costOf = ({ gasLimit, fees }: Payload): bigint => gasLimit * gasPriceOf(fees)

async function refusedBefore(work: () => Promise<unknown>) {
  const before = sent()
  await expect(work()).rejects.toMatchObject(tooDear)
  expect(sent()).toBe(before)
}

const token = async (symbol: string) => {
  const found = (await house.parts.tokens()).list(sandbox).find((one) => one.symbol === symbol)
  if (found === undefined) throw new Error(`no ${symbol}`)
  return found
}

const approving = async (symbol: string, raw: bigint) => ({
  account: 'dev0',
  of: { network: sandbox, token: await token(symbol), amount: amount(raw) },
  max: false,
  permit: false,
  reset: 'auto' as const,
  confirmations: 1,
  seconds: 20,
  wait: true,
})

const small = asking(nativeToken, USDC.address, ether / 100n)

describe('a node that names tips of 2,000,000 gwei', () => {
  test('gets no swap', async () => {
    proxy.rules(dearGas(2_000_000n))
    const trader = await house.parts.trader()
    await refusedBefore(() => trader.swap(swapping({ request: small }), agreeable()))
    await refusedBefore(() => trader.swap(swapping({ request: small }, { dryRun: true }), agreeable()))
  })

  test('gets no swap for a limit of the user’s that the account could pay: a limit raises no price', async () => {
    proxy.rules(dearGas(2_000_000n))
    const trader = await house.parts.trader()
    const guards = { ...swapping({ id: '' }).guards, maxGas: wei(5_000n * ether) }
    await refusedBefore(() => trader.swap(swapping({ request: small }, { guards }), agreeable()))
  })

  test('gets no approval', async () => {
    proxy.rules(dearGas(2_000_000n))
    const trader = await house.parts.trader()
    const request = await approving('USDC', 100_000_000n)
    await refusedBefore(() => trader.approve(request, agreeable()))
  })

  test('gets no deployment', async () => {
    const other = partsOn(house.state, proxy.url, 'storage')
    const trader = await other.trader()
    proxy.rules(dearGas(2_000_000n))
    await refusedBefore(() => trader.deployRouter(sandbox, 'dev0', agreeable()))
    proxy.rules([])
    const { router } = await trader.deployRouter(sandbox, 'dev0', agreeable())
    expect(router.intent?.stage).toBe('confirmed')
    await other.close()
  })
})

describe('what was shown is the limit', () => {
  /** Agrees, but only after the node changed its mind. */
  const slow = (gweiThen: bigint): Dialogue & { readonly terms: SwapTerms[]; readonly gas: GasCost[] } => {
    const [terms, gas]: [SwapTerms[], GasCost[]] = [[], []]
    return {
      ...agreeable(),
      terms,
      gas,
      confirmSwap: async (_, shown) => {
        terms.push(shown)
        proxy.rules(dearGas(gweiThen))
      },
      confirmApproval: async (_, shown) => {
        gas.push(shown)
        proxy.rules(dearGas(gweiThen))
      },
    }
  }

  test('for a swap: a price that rose meanwhile, though below the ceiling, is not signed', async () => {
    const trader = await house.parts.trader()
    const dialogue = slow(400n)
    await refusedBefore(() => trader.swap(swapping({ request: small }), dialogue))
    expect(dialogue.terms).toMatchObject([{ maxGasCost: 10n ** 16n, router: 'ours' }])
    expect(dialogue.terms[0]?.nativeUsd).toBeGreaterThan(2_000)
    expect(dialogue.terms[0]?.expectedGasCost).toBeGreaterThan(0n)
    expect(dialogue.terms[0]?.expectedGasCost).toBeLessThan(10n ** 16n)
  })

  test('for an approval: a price above the ceiling is not signed', async () => {
    const trader = await house.parts.trader()
    const request = await approving('USDC', 100_000_000n)
    const dialogue = slow(501n)
    await refusedBefore(() => trader.approve(request, dialogue))
    expect(dialogue.gas[0]?.nativeUsd).toBeGreaterThan(2_000)
  })

  test('and what is signed costs no more than it: swap, approval, reset', async () => {
    const trader = await house.parts.trader()
    const [swaps, approvals]: [GasCost[], GasCost[]] = [[], []]
    const noting: Dialogue = {
      ...agreeable(),
      confirmSwap: async (_, shown) => void swaps.push(shown),
      confirmApproval: async (_, shown) => void approvals.push(shown),
    }
    await trader.approve(await approving('USDT', 5n * 10n ** 6n), noting)
    const request = asking(USDT.address, DAI.address, 1_500n * 10n ** 6n)
    const { intent } = await trader.swap(swapping({ request }), noting)
    expect(intent?.transactions.map(({ step }) => step)).toEqual(['reset', 'approve', 'swap'])
    const [shown] = [approvals[1]]
    const spent = (intent?.transactions ?? [])
      .filter(({ step }) => step !== 'swap')
      .map(({ payload }) => costOf(payload))
    expect(spent.reduce((a, b) => a + b, 0n)).toBeLessThanOrEqual(shown?.maxGasCost ?? 0n)
    const swap = intent && transactionOf(intent, 'swap')
    expect(swap && costOf(swap.payload)).toBeLessThanOrEqual(swaps[0]?.maxGasCost ?? 0n)
  })
})

describe('--max-gas', () => {
  /** One pool of a kind whose gas is the same every time, at a price the user names. */
  const request = { ...small, include: ['uniswap-v2'], maxHops: 1, maxSplits: 1 }
  const fees = { most: wei(5n * gwei), tip: undefined, legacy: false }
  const limited = (maxGas: bigint) => ({ fees, guards: { ...swapping({ id: '' }).guards, maxGas: wei(maxGas) } })

  // a byte of the deadline more or less that is zero changes the gas by a dozen units: so a hundredth, not a wei
  test('is held on both sides of what the gas costs', async () => {
    const trader = await house.parts.trader()
    const { payload } = await trader.swap(swapping({ request }, { fees, dryRun: true }), agreeable())
    if (payload === undefined) throw new Error('no payload')
    const cost = costOf(payload)
    expect(cost).toBe(payload.gasLimit * 5n * gwei)
    await refusedBefore(() => trader.swap(swapping({ request }, limited((cost * 99n) / 100n)), agreeable()))
    const { intent } = await trader.swap(swapping({ request }, limited((cost * 101n) / 100n)), agreeable())
    expect(intent?.stage).toBe('confirmed')
  })

  test('together with a price above the ceiling is the user’s own word', async () => {
    const trader = await house.parts.trader()
    const dear = { most: wei(600n * gwei), tip: wei(gwei), legacy: false }
    await refusedBefore(() => trader.swap(swapping({ request }, { fees: dear }), agreeable()))
    const { intent } = await trader.swap(swapping({ request }, { ...limited(ether), fees: dear }), agreeable())
    expect(intent?.stage).toBe('confirmed')
    expect(intent?.transactions[0]?.payload.fees).toMatchObject({ maxFeePerGas: 600n * gwei })
  })
})
