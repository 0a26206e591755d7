/** Values for parameters: good ones of the sandbox, and values that must never be accepted. */
import fc from 'fast-check'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { dai, native, stranger, trader, usdc, usdt, weth } from '../fixture.ts'
import { someId } from './request.ts'

const tokens = [native, weth, usdc, usdt, dai]

export const goodQuote = fc
  .record({
    pair: fc.shuffledSubarray(tokens, { minLength: 2, maxLength: 2 }),
    digits: fc.integer({ min: 1, max: 22 }),
    lead: fc.integer({ min: 1, max: 9 }),
    slippage: fc.constantFrom('0', '0.005', '.01', '5e-05', '0.5', '0.006999999999999999'),
    nobody: fc.boolean(),
    extra: fc.dictionary(
      fc.constantFrom('maxHops', 'maxSplits', 'maxLegs'),
      fc.integer({ min: 1, max: 5 }).map(String),
      { maxKeys: 2 },
    ),
    older: fc.boolean(),
    affiliate: fc.boolean(),
  })
  .map(({ pair: [sell = '', buy = ''], digits, lead, slippage, nobody, extra, older, affiliate }) => {
    const person = nobody ? native : trader
    return {
      ...(older
        ? { amount: `${lead}${'0'.repeat(digits)}` }
        : { network: 'sandbox', sellAmount: `${lead}${'0'.repeat(digits)}` }),
      fromTokenAddress: sell,
      toTokenAddress: buy,
      slippage,
      fromAddress: person,
      toAddress: person,
      gasless: 'false',
      ...(affiliate ? { affiliateAddress: stranger, affiliateFee: '0.01' } : {}),
      ...extra,
    }
  })

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const quoteNames = words(`
  network fromTokenAddress toTokenAddress sellAmount amount buyAmount slippage fromAddress toAddress gasless
  affiliateAddress affiliateFee affiliateFeeInPercentage enableRFQ liquiditySources liquiditySources[]
  excludeSources excludePools maxHops maxSplits maxLegs gasPrice optimizeFor maxPriceImpact
`)

/** Every parameter, and a few unknown names. */
export const names = [
  ...quoteNames,
  ...words(`
  slippageIn slippageOut quoteId quote-id estimateGas fromNetwork toNetwork bridgeTypes networkName networkNames
  searchValue exact offset exclude id swapId transactionHash walletAddress address swapSignature permitSignature
  permitDeadline __proto__ constructor toString a[b]
`),
  '',
  'x'.repeat(300),
]

const odd = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e18',
  '1e400',
  'NaN',
  'Infinity',
  '0x',
  '0x1',
  '00',
  '1.0',
  '١',
  '½',
  'null',
  'undefined',
  'true',
  'false',
  '[object Object]',
  "' OR 1=1 --",
  '"; DROP TABLE quotes; --',
  '../../etc/passwd',
  '{{7*7}}',
  '%00',
  '%',
  '\u0000',
  '\r\nx: y',
  '\u202e',
  '\ud800',
  '😀',
  'a,b,,c',
  ','.repeat(60),
  '9'.repeat(400),
  'z'.repeat(2_000),
  String((1n << 128n) - 1n),
  String(1n << 128n),
  String(1n << 256n),
  '0.0000001',
  '0.999999',
  '1',
  '64',
  '65',
  'sandbox',
  'base',
  'solana',
  'ethereum',
  'Sandbox',
  'uniswap-v3',
  'uniswap-v2,sushi-v2',
  'net',
  'gas',
  'last',
  someId,
  `0x${'00'.repeat(19)}01`,
  `0x${'ff'.repeat(20)}`,
  `0x${'ab'.repeat(32)}`,
  '0x000000000000000000000000000000000000dEaD',
  'So11111111111111111111111111111111111111112',
  ...tokens,
  getRouter(getNetworkEntry('sandbox')).address,
  trader,
  stranger,
]

/** Encoded as in a query, or nearly. */
export const oddValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...odd) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(1n << 140n), max: 1n << 260n }).map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
)

/** Characters that a query must encode; a lone surrogate has no UTF-8. */
export const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
