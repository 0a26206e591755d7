/** The file that `quote --save` and `bundle create` write. Big integers are `{"$bigint":"…"}`. */
import { z } from 'zod'

export const bundleSchemaId = 'swapline/bundle@1'

const Big = z.object({ $bigint: z.string().regex(/^(?:0|-?[1-9]\d*)$/) })
const Absent = z.object({ $undefined: z.literal(true) })
const maybe = <T extends z.ZodType>(schema: T) => schema.or(Absent).optional()
const Address = z.string().regex(/^0x[0-9a-f]{40}$/)
const Word = z.string().max(200)
const Hash = z.string().regex(/^0x[0-9a-f]{64}$/)

const Token = z.object({
  network: Word,
  address: Address,
  symbol: z.string().max(1_000),
  name: maybe(z.string().max(1_000)),
  decimals: z.int().min(0).max(255),
  listed: z.boolean(),
})

const Terms = z.object({
  network: Word,
  sell: Address,
  buy: Address,
  sellAmount: maybe(Big),
  buyAmount: maybe(Big),
  slippage: z.int().min(0).max(1_000_000),
  moves: maybe(z.record(z.string(), z.int())),
  from: Address,
  to: Address,
  affiliate: maybe(z.object({ address: Address, fee: z.int().min(0).max(1_000_000) })),
  maxHops: z.int().min(1).max(5),
  maxSplits: z.int().min(1).max(20),
  maxLegs: z.int().min(1).max(64),
  gasPrice: maybe(Big),
  optimizeFor: maybe(z.enum(['netOutput', 'output', 'gas'])),
  effort: maybe(z.enum(['quick', 'usual', 'thorough'])),
  include: z.array(Word),
  exclude: z.array(Word),
  block: maybe(z.int().min(0)),
})

/** Facts of venues and pools: plain data, whatever a family needs. */
const Facts = maybe(z.json())

const Venue = z.object({
  protocol: Word,
  name: Word,
  title: z.string().max(1_000),
  factory: Address,
  feesPpm: z.array(z.number()),
  facts: Facts,
  evidence: Facts,
})

/** `venue` is a place in the list of venues. */
const PoolRow = z.object({
  venue: z.int().min(0),
  address: Address,
  tokens: z.array(Address).min(2).max(8),
  feePpm: z.int().min(0),
  facts: Facts,
  skipReason: maybe(Word),
  base: maybe(Address),
})

const Market = z.object({
  network: Word,
  chainId: z.int(),
  block: z.object({ number: z.int().min(0), hash: Hash, time: z.int().min(0) }),
  gasPrice: Big,
  venues: z.array(Venue).max(10_000),
  /** In the order of the search. */
  pools: z.array(PoolRow.extend({ state: z.json() })).max(100_000),
  skipped: z.array(PoolRow.extend({ reason: Word })).max(100_000),
  excluded: z.array(PoolRow).max(100_000),
  sell: Token,
  buy: Token,
})

const Hop = z.object({
  pool: z.int().min(0),
  tokenIn: Address,
  tokenOut: Address,
  amountIn: Big,
  amountOut: Big,
})

const Route = z.object({
  tokenIn: Address,
  tokenOut: Address,
  amountIn: Big,
  amountOut: Big,
  gas: Big,
  gasInTokenOut: maybe(Big),
  /** `pool` of a leg or hop is a place in `quote.pools`. */
  legs: z.array(Hop.extend({ share32: z.int().min(1).max(4_294_967_296), move: z.json() })).max(64),
  paths: z.array(z.object({ amountIn: Big, amountOut: Big, hops: z.array(Hop) })).max(64),
  bestSinglePool: maybe(Big),
  optimality: maybe(
    z.object({
      upperBound: Big,
      gapPpm: z.number(),
      boundBy: Word,
      minInput: maybe(z.object({ lowerBound: Big, gapPpm: z.number() })),
    }),
  ),
  cutShortAfter: maybe(z.int().min(1)),
})

const Shortfall = z.object({ actual: Big, required: Big })

const QuoteRow = z.object({
  id: z.uuid(),
  request: Terms,
  chainId: z.int(),
  block: z.object({ number: z.int(), hash: z.string(), time: z.int() }),
  createdAt: z.int(),
  expiresAt: z.int(),
  sell: Token,
  buy: Token,
  affiliateFee: Big,
  route: Route,
  pools: z.array(PoolRow),
  venues: z.array(Venue),
  minimumOut: Big,
  router: Address,
  gasLimit: Big,
  gasNeed: maybe(z.object({ now: Big, rise: Big })),
  gasPrice: Big,
  l1Fee: maybe(Big),
  priceImpact: maybe(z.number()),
  maxSandwich: maybe(Big),
  usd: z.object({ native: maybe(z.number()), sell: maybe(z.number()), buy: maybe(z.number()) }),
  issues: maybe(z.object({ allowance: maybe(Shortfall), balance: maybe(Shortfall) })),
  warnings: z.array(z.object({ code: Word, message: z.string().max(2_000) })),
  priceOnly: maybe(z.boolean()),
  poolsSeen: z.int(),
})

const Candidate = z.object({
  hops: z.array(z.object({ source: Word, pool: Address, tokenIn: Address, tokenOut: Address })),
  amountOut: Big,
  gas: Big,
})

export const BundleFile = z.object({
  schema: z.literal(bundleSchemaId),
  /** Of the document without this member, its keys sorted: it finds damage, not forgery. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  app: z.object({ version: Word, node: Word, os: Word }),
  createdAt: z.int(),
  network: Word,
  chainId: z.int(),
  wrapped: Address,
  families: z.array(Word),
  request: Terms,
  market: maybe(Market),
  quote: maybe(QuoteRow),
  candidates: z.array(Candidate).max(1_000),
  timings: maybe(z.object({ survey: z.number(), search: z.number(), proof: z.number(), total: z.number() })),
  router: z.object({ address: Address, codeHash: Hash }),
  transaction: maybe(z.object({ hash: Hash, stage: Word, revert: maybe(z.string().max(2_000)) })),
  failure: maybe(z.object({ code: Word, exit: z.int() })),
  isRedacted: z.boolean(),
})
