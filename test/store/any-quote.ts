/** Quotes of every kind and shape: exact input and output, with an affiliate, gasless, of a service, a price only. */
import fc from 'fast-check'
import type { Facts, Move, Pool, Venue } from '#domain/pools/protocol'
import type { Quote, QuoteRequest } from '#domain/quotes/quote'
import type { Hop, Leg, Path, Route } from '#domain/quotes/route'
import type { GaslessTerms, OrderPermit } from '#domain/relay/order-terms'
import type { Token } from '#domain/token'
import { amount, blockNumber, evm, gas, hex, networkName, ppm, quoteId, seconds, wei } from '#domain/units'

type Model<T> = { readonly [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined> | Extract<T[K], undefined>> }

/** Plain objects; a field among `optional` may be absent. */
function record<T extends object>(model: Model<T>, optional: readonly (keyof T)[] = []): fc.Arbitrary<T> {
  const names = Object.keys(model) as (keyof T)[]
  const requiredKeys = names.filter((name) => !optional.includes(name)) as never[]
  return fc.record(model, { requiredKeys, noNullPrototype: true }) as unknown as fc.Arbitrary<T>
}

const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined })

const uint256 = fc.oneof(
  fc.constantFrom(0n, 1n, 2n ** 53n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n),
  fc.bigInt(0n, 2n ** 256n - 1n),
)
const uint64 = fc.bigInt(0n, 2n ** 64n - 1n)
const [anyAmount, anyWei, anyGas] = [uint256.map(amount), uint256.map(wei), uint64.map(gas)]
const anySeconds = fc.nat(2 ** 31).map(seconds)
const anyPpm = fc.nat(1_000_000).map(ppm)
const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const anyAddress = bytesOf(20).map(evm)
/** What a token, a venue or another service may call itself. */
const anyText = fc.oneof(
  fc.constantFrom(
    '',
    '$bigint',
    '__proto__',
    '"',
    '\\',
    '\0',
    '\u2028',
    '\u202e',
    '😀',
    '\ud800',
    '{"$undefined":true}',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const anyNumber = fc.oneof(
  fc.nat(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).filter((n) => !Object.is(n, -0)),
)
const anyFacts: fc.Arbitrary<Facts> = fc.dictionary(
  fc.string({ maxLength: 8 }).filter((key) => !key.startsWith('$') && key !== '__proto__'),
  fc.oneof(anyText, anyNumber, fc.boolean(), uint256, fc.array(fc.oneof(uint256, anyText), { maxLength: 3 })),
  { maxKeys: 3, noNullPrototype: true },
)

const anyVenue = record<Venue>(
  {
    protocol: anyText,
    name: anyText,
    title: anyText,
    factory: anyAddress,
    feesPpm: fc.array(fc.nat(), { maxLength: 3 }),
    facts: anyFacts,
    pools: fc.array(record({ address: anyAddress, tokens: fc.array(anyAddress), feePpm: anyNumber }), { maxLength: 1 }),
    evidence: record({ confidence: fc.constantFrom('medium', 'low'), source: anyText }),
  },
  ['facts', 'pools', 'evidence'],
)

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  record({ move: fc.constant('push' as const), pool: anyAddress, zeroForOne: fc.boolean(), feePpm: fc.nat() }),
  record({ move: fc.constant('callback' as const), pool: anyAddress, zeroForOne: fc.boolean() }),
  record({
    move: fc.constant('vault' as const),
    pool: anyAddress,
    zeroForOne: fc.boolean(),
    keyFee: fc.nat(2 ** 24 - 1),
    tickSpacing: fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }),
    hooks: anyAddress,
  }),
  record({ move: fc.constant('adapter' as const), pool: anyAddress, target: anyAddress, data: fc.nat(2 ** 30) }),
)

/** One of them, or another object that is equal to it, as another service's quote has one for each hop. */
const sharedOrCopied = <T extends object>(list: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    fc.constantFrom(...list),
    fc.constantFrom(...list).map((one) => ({ ...one })),
  )

const anyPools = fc
  .tuple(fc.array(anyVenue, { minLength: 1, maxLength: 3 }), fc.array(anyAddress, { minLength: 2, maxLength: 8 }))
  .chain(([venues, tokens]) =>
    fc.array(
      record<Pool>(
        {
          venue: sharedOrCopied(venues),
          address: anyAddress,
          tokens: fc.array(fc.constantFrom(...tokens), { minLength: 2, maxLength: 8 }),
          feePpm: anyNumber,
          facts: anyFacts,
          skipReason: fc.constantFrom('hooks', 'paused'),
          base: anyAddress,
          feeOnTransfer: fc.array(fc.constantFrom(...tokens), { maxLength: 2 }),
        },
        ['facts', 'skipReason', 'base', 'feeOnTransfer'],
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )

const anyRoute: fc.Arbitrary<Route> = anyPools.chain((pools) => {
  const token = fc.oneof(fc.constantFrom(...pools.flatMap(({ tokens }) => tokens)), anyAddress)
  const ends = { tokenIn: token, tokenOut: token, amountIn: anyAmount, amountOut: anyAmount }
  const hop = { pool: sharedOrCopied(pools), ...ends }
  const path = { amountIn: anyAmount, amountOut: anyAmount, hops: fc.array(record<Hop>(hop), { maxLength: 5 }) }
  const leg = { ...hop, move: anyMove, share32: fc.integer({ min: 1, max: 2 ** 32 }) }
  const minInput = record({ lowerBound: anyAmount, gapPpm: anyNumber })
  const optimality = { upperBound: anyAmount, gapPpm: anyNumber, boundBy: anyText, minInput: maybe(minInput) }
  return record<Route>(
    {
      ...ends,
      gas: anyGas,
      gasInTokenOut: maybe(anyAmount),
      legs: fc.array(record<Leg>(leg), { maxLength: 6 }),
      paths: fc.array(record<Path>(path), { maxLength: 3 }),
      bestSinglePool: maybe(anyAmount),
      optimality: maybe(record(optimality, ['minInput'])),
      cutShortAfter: maybe(fc.nat()),
    },
    ['optimality', 'cutShortAfter'],
  )
})

const anyRequest = record<QuoteRequest>(
  {
    network: fc.constant(networkName('sandbox')),
    sell: anyAddress,
    buy: anyAddress,
    sellAmount: anyAmount,
    buyAmount: maybe(anyAmount),
    slippage: anyPpm,
    moves: record({ moved: anyPpm, seconds: fc.nat(), samples: fc.nat() }),
    from: anyAddress,
    to: anyAddress,
    affiliate: maybe(record({ address: anyAddress, fee: anyPpm })),
    maxHops: fc.nat(5),
    maxSplits: fc.nat(20),
    maxLegs: fc.nat(64),
    include: fc.array(anyText, { maxLength: 2 }),
    exclude: fc.array(anyText, { maxLength: 2 }),
    gasPrice: maybe(anyWei),
    optimizeFor: maybe(fc.constantFrom('netOutput', 'output', 'gas')),
    effort: maybe(fc.constantFrom('quick', 'usual', 'thorough')),
    gasless: fc.constant(true),
    block: fc.nat(),
  },
  ['buyAmount', 'moves', 'optimizeFor', 'effort', 'gasless', 'block'],
)

const anyToken = record<Token>(
  {
    network: fc.constant(networkName('sandbox')),
    address: anyAddress,
    symbol: anyText,
    name: anyText,
    decimals: fc.nat(255),
    listed: fc.boolean(),
    sharesSymbol: fc.constant(true),
    logo: anyText,
  },
  ['name', 'sharesSymbol', 'logo'],
)

const anyPermit = record<OrderPermit>({
  kind: fc.constant('eip-2612'),
  request: record({ nonce: uint256, owner: anyAddress, domain: record({ name: anyText, version: anyText }) }),
} as unknown as Model<OrderPermit>)
const gaslessTerms = record<GaslessTerms>(
  {
    relayer: anyAddress,
    swapFee: anyAmount,
    worth: anyWei,
    extraGas: anyGas,
    nonce: uint256,
    deadline: anySeconds,
    permit: anyPermit,
  },
  ['relayer', 'extraGas', 'permit'],
)
const shortfall = maybe(record({ actual: anyAmount, required: anyAmount }))

export const anyQuote: fc.Arbitrary<Quote> = record<Quote>(
  {
    id: fc.uuid({ version: 4 }).map(quoteId),
    request: anyRequest,
    chainId: fc.nat(),
    block: record({ number: fc.nat().map(blockNumber), hash: bytesOf(32).map(hex), time: anySeconds }),
    createdAt: anySeconds,
    expiresAt: anySeconds,
    sell: anyToken,
    buy: anyToken,
    affiliateFee: anyAmount,
    gasless: gaslessTerms,
    route: anyRoute,
    minimumOut: anyAmount,
    router: anyAddress,
    gasLimit: anyGas,
    gasNeed: record({ now: anyGas, rise: anyGas }),
    gasPrice: anyWei,
    l1Fee: anyWei,
    priceImpact: maybe(anyPpm),
    maxSandwich: maybe(anyAmount),
    usd: record({ native: maybe(anyNumber), sell: maybe(anyNumber), buy: maybe(anyNumber) }),
    issues: maybe(record({ allowance: shortfall, balance: shortfall })),
    warnings: fc.array(record({ code: anyText, message: anyText }), { maxLength: 2 }),
    priceOnly: fc.boolean(),
    poolsSeen: fc.nat(),
  },
  ['gasless', 'gasNeed', 'l1Fee', 'maxSandwich', 'priceOnly'],
)
