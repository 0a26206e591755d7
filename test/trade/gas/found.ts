/** Swaps of 10,000 that ran out of gas once others had moved their pool or the recipient had given away all it held. */
import { defaultLimits } from '#domain/quotes/quote'
import { type Address, amount, evm, ppm } from '#domain/units'
import { createQuoteRequest, trader0 } from '../fixture.ts'
import { newcomer } from '../random-routes.ts'
import type { DrawnSwap } from './draws.ts'

interface Found extends Pick<DrawnSwap, 'exactly' | 'throughRouter' | 'emptiesRecipient' | 'moves'> {
  readonly pool: string
  readonly pair: readonly [sell: string, buy: string]
  readonly raw: bigint
  readonly slippage: number
  readonly to: Address
}

const found: readonly Found[] = [
  {
    pool: '0xabe94b2eb1f6fdb135524e901e14320bc4c3e71a',
    pair: ['0xfe9baaaef622e379efcbca329f471b04d03b2bae', '0x081079b1b2d063f0c99037257dcfedeef3eacca3'],
    raw: 99540541736n,
    slippage: 50000,
    to: newcomer,
    exactly: false,
    throughRouter: false,
    emptiesRecipient: false,
    moves: [{ percent: 96, isReversed: true }],
  },
  {
    pool: '0x04b34112e7e3043afe3ced24b6de79526d61da14',
    pair: ['0x9db7c1eb1ad805e02e58338e8814a8651d9e92a8', '0x7203bb72dd60ad585b6a488e694ce4412b9d3a24'],
    raw: 1425804533704977153n,
    slippage: 5000,
    to: trader0,
    exactly: true,
    throughRouter: false,
    emptiesRecipient: true,
    moves: [{ percent: 72, isReversed: true }],
  },
  {
    pool: '0xccf75d03a83301443872a989d7b8a404c63ca4ca',
    pair: ['0x7203bb72dd60ad585b6a488e694ce4412b9d3a24', '0x9db7c1eb1ad805e02e58338e8814a8651d9e92a8'],
    raw: 471095n,
    slippage: 50000,
    to: trader0,
    exactly: false,
    throughRouter: false,
    emptiesRecipient: true,
    moves: [{ percent: 94, isReversed: false }],
  },
  {
    pool: '0x04b34112e7e3043afe3ced24b6de79526d61da14',
    pair: ['0x9db7c1eb1ad805e02e58338e8814a8651d9e92a8', '0x7203bb72dd60ad585b6a488e694ce4412b9d3a24'],
    raw: 682432955601250n,
    slippage: 50000,
    to: trader0,
    exactly: false,
    throughRouter: true,
    emptiesRecipient: true,
    moves: [{ percent: 16, isReversed: false }],
  },
  {
    pool: '0x92b172b86413687de97c0f96f5f76dffb1a7e528',
    pair: ['0xfe9baaaef622e379efcbca329f471b04d03b2bae', '0xe1c67d796f5ccc1f39a275391bf31d9f92c4b5d1'],
    raw: 15488167n,
    slippage: 50000,
    to: trader0,
    exactly: true,
    throughRouter: false,
    emptiesRecipient: true,
    moves: [{ percent: 23, isReversed: false }],
  },
  {
    pool: '0x993d98cde1cde73c0272ad5f194b2c20dc60b3ca',
    pair: ['0x9db7c1eb1ad805e02e58338e8814a8651d9e92a8', '0xfe9baaaef622e379efcbca329f471b04d03b2bae'],
    raw: 1442314572086570n,
    slippage: 5000,
    to: trader0,
    exactly: false,
    throughRouter: false,
    emptiesRecipient: true,
    moves: [{ percent: 37, isReversed: false }],
  },
]

export const foundSwaps: readonly DrawnSwap[] = found.map(
  ({ pool, pair: [sell, buy], raw, slippage, to, ...drawn }) => ({
    ...drawn,
    request: createQuoteRequest(evm(sell), evm(buy), amount(raw), {
      ...defaultLimits,
      include: [evm(pool)],
      slippage: ppm(slippage),
      to,
    }),
    isUnproven: true,
  }),
)
