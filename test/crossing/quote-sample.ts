/** A quote to another network in literals: T3 on ethereum over T6 and T9 for T10 on base, with a swap on both sides. */
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { amount, evm, gas, hex, networkName, ppm, quoteId, seconds, wei } from '#domain/units'

export const address = (n: number) => evm(`0x${n.toString(16).repeat(40)}`)
export const now = seconds(1_800_000_000)
const [ethereum, base] = [networkName('ethereum'), networkName('base')]
const token = (network: typeof base, n: number) => ({
  network,
  address: address(n),
  symbol: `T${n}`,
  decimals: 18,
  listed: true,
})
const [sell, asset, toAsset, buy] = [token(ethereum, 3), token(ethereum, 6), token(base, 9), token(base, 10)]
/** A leg of one push each, through other pools. */
export const route = hex(`0x24${'77'.repeat(20)}00000000000bb8`)
export const routeThere = hex(`0x24${'88'.repeat(20)}00000000000bb8`)

export const crossQuote: CrossQuote = {
  id: quoteId('7b3e91c4-0000-4000-8000-000000000000'),
  request: {
    network: ethereum,
    toNetwork: base,
    sell: sell.address,
    buy: buy.address,
    sellAmount: amount(1000n),
    slippage: ppm(5000),
    slippageIn: ppm(2500),
    from: address(1),
    to: address(2),
    bridges: [],
    maxHops: 4,
    maxSplits: 20,
    maxLegs: 24,
  },
  createdAt: now,
  expiresAt: seconds(now + 300),
  chainId: 1,
  toChainId: 8453,
  sell,
  buy,
  bridge: {
    name: 'across',
    title: 'Across',
    route: {
      bridge: 'across',
      from: ethereum,
      to: base,
      toChainId: 8453,
      contract: address(5),
      toContract: address(7),
      symbol: 'T',
      asset,
      toAsset,
    },
    asset,
    toAsset,
    fee: { rate: ppm(500), fixed: amount(10n) },
    terms: { bridgeRate: '999500000000000000', bridgeFee: '10' },
    value: wei(0n),
    usualSeconds: 60,
    deposited: amount(995n),
    depositedMin: amount(990n),
    paid: amount(984n),
  },
  calls: { route, arrival: { gas: gas(300_000n), route: routeThere }, receiver: 'crossing' },
  crossing: address(12),
  toCrossing: address(13),
  router: address(4),
  toRouter: address(8),
  amountOut: amount(904n),
  minimumOut: amount(900n),
  gasLimit: gas(700_000n),
  gasPrice: wei(1n),
  paymentSeconds: 3600,
  usd: {},
  onFailure: [],
  warnings: [],
}
