import type { IntentDraft } from '#domain/journal/journal'
import type { IntentTrade, SignedTx, Step } from '#domain/journal/swap'
import type { Pool } from '#domain/pools/protocol'
import type { Quote } from '#domain/quotes/quote'
import type { QuoteRecord } from '#domain/quotes/quote-record'
import type { Token } from '#domain/token'
import {
  type Address,
  amount,
  blockNumber,
  evm,
  gas,
  hex,
  nativeToken,
  networkName,
  ppm,
  quoteId,
  seconds,
  wei,
} from '#domain/units'

export const now = seconds(1_800_000_000)
export const account = evm(`0x${'a1'.repeat(20)}`)
const network = networkName('sandbox')
const dollar: Token = { network, address: evm(`0x${'d0'.repeat(20)}`), symbol: 'USD', decimals: 6, listed: true }
const native: Token = { network, address: nativeToken, symbol: 'ETH', decimals: 18, listed: true }

const wrapped = evm(`0x${'e7'.repeat(20)}`)
const pool: Pool = {
  venue: { protocol: 'toy', name: 'toy', title: 'Toyswap', factory: evm(`0x${'fa'.repeat(20)}`), feesPpm: [3000] },
  address: evm(`0x${'b0'.repeat(20)}`),
  tokens: [dollar.address, wrapped],
  feePpm: 3000,
}
const leg = {
  pool,
  tokenIn: wrapped,
  tokenOut: dollar.address,
  amountIn: amount(5n),
  amountOut: amount(10n ** 30n),
}

/** The id that begins with `n` in eight digits. */
export const idOf = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

export function createQuote(id: string, createdAt: number = now): Quote {
  return {
    id: quoteId(id),
    request: {
      network,
      sell: nativeToken,
      buy: dollar.address,
      sellAmount: amount((1n << 255n) + 1n),
      slippage: ppm(5000),
      from: account,
      to: account,
      affiliate: undefined,
      maxHops: 4,
      maxSplits: 8,
      maxLegs: 24,
      include: [],
      exclude: [],
      gasPrice: undefined,
    },
    chainId: 31_337,
    block: { number: blockNumber(7), hash: hex(`0x${'0b'.repeat(32)}`), time: now },
    createdAt: seconds(createdAt),
    expiresAt: seconds(createdAt + 300),
    sell: native,
    buy: dollar,
    affiliateFee: amount(0n),
    route: {
      tokenIn: nativeToken,
      tokenOut: dollar.address,
      amountIn: amount(5n),
      amountOut: amount(10n ** 30n),
      gas: gas(120_000n),
      gasInTokenOut: undefined,
      legs: [{ ...leg, move: { move: 'push', pool: pool.address, zeroForOne: true, feePpm: 3000 }, share32: 2 ** 32 }],
      paths: [{ amountIn: amount(5n), amountOut: amount(10n ** 30n), hops: [leg] }],
      bestSinglePool: undefined,
    },
    minimumOut: amount(9n),
    router: evm(`0x${'f0'.repeat(20)}`),
    gasLimit: gas(150_000n),
    gasPrice: wei(1_000_000_000n),
    priceImpact: undefined,
    usd: { native: 2500.25, sell: undefined, buy: 1 },
    issues: undefined,
    warnings: [],
    poolsSeen: 3,
  }
}

export const createRecord = (pools: number): QuoteRecord => ({
  pools: Array.from({ length: pools }, (_, i) => ({
    source: 'toy',
    address: evm(`0x${i.toString(16).padStart(40, '0')}`),
    reason: i === 0 ? undefined : 'worse_price',
  })),
  sources: [{ source: 'toy', asked: true, pools, used: 1, reasons: { worse_price: pools - 1 } }],
  timings: { survey: 1.25, search: 2, proof: 0.5, total: 4 },
})

export const createDraft = (id: string, key = id, from: Address = account): IntentDraft => ({
  id,
  key,
  kind: 'swap',
  network,
  chainId: 31_337,
  from,
  at: now,
})

export const createTrade = (id: string): IntentTrade => ({
  quoteId: quoteId(id),
  sell: native,
  buy: dollar,
  sellAmount: amount(10n ** 18n),
  quotedOut: amount(2500n),
  minimumOut: amount(2487n),
  to: account,
  deadline: seconds(now + 180),
})

export const createTx = (step: Step, nonce: number, from: Address = account): SignedTx => ({
  step,
  nonce,
  raw: hex(`0x02${nonce.toString(16).padStart(8, '0')}${'ee'.repeat(100)}`),
  hash: hex(`0x${Buffer.from(`${step}:${nonce}`).toString('hex').padStart(64, '0')}`),
  payload: {
    from,
    to: evm(`0x${'f0'.repeat(20)}`),
    data: hex(`0x${'dd'.repeat(300)}`),
    value: wei(10n ** 18n),
    chainId: 31_337,
    gasLimit: gas(150_000n),
    fees: { type: 2, maxFeePerGas: wei(2_000_000_000n), maxPriorityFeePerGas: wei(1n) },
  },
})
