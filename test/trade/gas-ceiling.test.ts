/** No signature pays more for gas than the network's ceiling, the user's limit and the displayed limit. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gasPriceOf, type Payload } from '#domain/payload'
import type { Dialogue, GasCost, SwapTerms } from '#domain/trade/dialogue'
import { amount, nativeToken, wei } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import {
  autoConfirm,
  createComponents,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
} from './fixture.ts'
import { highGasRules } from './high-gas.ts'

const { USDC, USDT, DAI } = sandboxGround.tokens
const [ether, gwei] = [10n ** 18n, 10n ** 9n]

let app: SandboxApp
let proxy: FaultProxy
beforeAll(async () => {
  app = await startSandboxApp(async (url) => {
    proxy = await startProxy(url)
    return proxy.url
  })
})
afterAll(async () => {
  await app.close()
  await proxy.close()
})
afterEach(() => proxy.rules([]))

const sent = () => proxy.posts.flat().filter((method) => method === 'eth_sendRawTransaction').length
const tooDear = { code: 'GAS_ABOVE_LIMIT', exit: 10 }
const costOf = ({ gasLimit, fees }: Payload): bigint => gasLimit * gasPriceOf(fees)

async function expectRefusedBefore(work: () => Promise<unknown>) {
  const before = sent()
  await expect(work()).rejects.toMatchObject(tooDear)
  expect(sent()).toBe(before)
}

const token = async (symbol: string) => {
  const found = (await app.components.tokens()).list(sandbox).find((one) => one.symbol === symbol)
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
  timeoutSeconds: 20,
  wait: true,
})

const small = createQuoteRequest(nativeToken, USDC.address, ether / 100n)

describe('a node that reports tips of 2,000,000 gwei', () => {
  test('gets no swap', async () => {
    proxy.rules(highGasRules(2_000_000n))
    const trader = await app.components.trader()
    await expectRefusedBefore(() => trader.swap(createSwapRequest({ request: small }), autoConfirm()))
    await expectRefusedBefore(() => trader.swap(createSwapRequest({ request: small }, { dryRun: true }), autoConfirm()))
  })

  test('gets no swap with a user’s limit that the account could pay: a limit raises no price', async () => {
    proxy.rules(highGasRules(2_000_000n))
    const trader = await app.components.trader()
    const guards = { ...createSwapRequest({ id: '' }).guards, maxGas: wei(5_000n * ether) }
    await expectRefusedBefore(() => trader.swap(createSwapRequest({ request: small }, { guards }), autoConfirm()))
  })

  test('gets no approval', async () => {
    proxy.rules(highGasRules(2_000_000n))
    const trader = await app.components.trader()
    const request = await approving('USDC', 100_000_000n)
    await expectRefusedBefore(() => trader.approve(request, autoConfirm()))
  })

  test('gets no deployment', async () => {
    const other = createComponents(app.state, proxy.url, 'storage')
    const trader = await other.trader()
    proxy.rules(highGasRules(2_000_000n))
    await expectRefusedBefore(() => trader.deployRouter(sandbox, 'dev0', autoConfirm()))
    proxy.rules([])
    const { router } = await trader.deployRouter(sandbox, 'dev0', autoConfirm())
    expect(router.intent?.stage).toBe('confirmed')
    await other.close()
  })
})

describe('the displayed limit is enforced', () => {
  /** Agrees, but only after the node changed its price. */
  const slow = (gweiThen: bigint): Dialogue & { readonly terms: SwapTerms[]; readonly gas: GasCost[] } => {
    const [terms, gas]: [SwapTerms[], GasCost[]] = [[], []]
    return {
      ...autoConfirm(),
      terms,
      gas,
      confirmSwap: async (_, shown) => {
        terms.push(shown)
        proxy.rules(highGasRules(gweiThen))
      },
      confirmApproval: async (_, shown) => {
        gas.push(shown)
        proxy.rules(highGasRules(gweiThen))
      },
    }
  }

  test('for a swap: a price that rose meanwhile, though below the ceiling, is not signed', async () => {
    const trader = await app.components.trader()
    const dialogue = slow(400n)
    await expectRefusedBefore(() => trader.swap(createSwapRequest({ request: small }), dialogue))
    expect(dialogue.terms).toMatchObject([{ maxGasCost: 10n ** 16n, router: 'ours' }])
    expect(dialogue.terms[0]?.nativeUsd).toBeGreaterThan(2_000)
    expect(dialogue.terms[0]?.expectedGasCost).toBeGreaterThan(0n)
    expect(dialogue.terms[0]?.expectedGasCost).toBeLessThan(10n ** 16n)
  })

  test('for an approval: a price above the ceiling is not signed', async () => {
    const trader = await app.components.trader()
    const request = await approving('USDC', 100_000_000n)
    const dialogue = slow(501n)
    await expectRefusedBefore(() => trader.approve(request, dialogue))
    expect(dialogue.gas[0]?.nativeUsd).toBeGreaterThan(2_000)
  })

  test('and no signature costs more: swap, approval, reset', async () => {
    const trader = await app.components.trader()
    const shown: GasCost[] = []
    const noting: Dialogue = { ...autoConfirm(), confirmSwap: async (_, terms) => void shown.push(terms) }
    await trader.approve(await approving('USDT', 5n * 10n ** 6n), autoConfirm())
    const request = createQuoteRequest(USDT.address, DAI.address, 1_500n * 10n ** 6n)
    const { intent } = await trader.swap(createSwapRequest({ request }), noting)
    expect(intent?.transactions.map(({ step }) => step)).toEqual(['reset', 'approve', 'swap'])
    const spent = (intent?.transactions ?? []).map(({ payload }) => costOf(payload))
    expect(shown).toHaveLength(1)
    expect(spent.reduce((a, b) => a + b, 0n)).toBeLessThanOrEqual(shown[0]?.maxGasCost ?? 0n)
  })
})

describe('--max-gas', () => {
  /** One pool of a kind whose gas is constant, at a price the user names. */
  const request = { ...small, include: ['uniswap-v2'], maxHops: 1, maxSplits: 1 }
  const fees = { max: wei(5n * gwei), tip: undefined, legacy: false }
  const limited = (maxGas: bigint) => ({
    fees,
    guards: { ...createSwapRequest({ id: '' }).guards, maxGas: wei(maxGas) },
  })

  // a zero byte of the deadline more or less changes the gas by a dozen units: so a hundredth, not a wei
  test('holds on both sides of the gas cost', async () => {
    const trader = await app.components.trader()
    const { payload } = await trader.swap(createSwapRequest({ request }, { fees, dryRun: true }), autoConfirm())
    if (payload === undefined) throw new Error('no payload')
    const cost = costOf(payload)
    expect(cost).toBe(payload.gasLimit * 5n * gwei)
    await expectRefusedBefore(() =>
      trader.swap(createSwapRequest({ request }, limited((cost * 99n) / 100n)), autoConfirm()),
    )
    const { intent } = await trader.swap(createSwapRequest({ request }, limited((cost * 101n) / 100n)), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
  })

  test('allows a price above the ceiling that the user names', async () => {
    const trader = await app.components.trader()
    const dear = { max: wei(600n * gwei), tip: wei(gwei), legacy: false }
    await expectRefusedBefore(() => trader.swap(createSwapRequest({ request }, { fees: dear }), autoConfirm()))
    const { intent } = await trader.swap(
      createSwapRequest({ request }, { ...limited(ether), fees: dear }),
      autoConfirm(),
    )
    expect(intent?.stage).toBe('confirmed')
    expect(intent?.transactions[0]?.payload.fees).toMatchObject({ maxFeePerGas: 600n * gwei })
  })
})
