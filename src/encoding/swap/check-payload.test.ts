import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import type { Payload } from '#domain/payload'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, gas, hex, million, nativeToken, ppm, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { packPermit } from '#encoding/tokens/permit'
import { checkPayload, type ExpectedSwap, gasLimitCap } from './check-payload.ts'
import { encodeSwap } from './encode.ts'
import type { QuotedSwap } from './quoted-swap.ts'

const now = seconds(1_800_000_000)
const { address: routerAddress } = getRouter({ router: 'cancun' })
const address = (n: number): Address => evm(`0x${n.toString(16).repeat(40).slice(0, 40)}`)
const [usdc, dai, weth, me, friend, partner] = [1, 2, 3, 4, 5, 6].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]

interface Kind {
  readonly sell: Address
  readonly buy: Address
  readonly feePpm: number
}

/** The parts of a quote that its payload is made of: one push pool and one callback pool. */
function createExpectedSwap({ sell, buy, feePpm }: Kind): ExpectedSwap {
  const [sold, bought] = [sell, buy].map((token) => (token === nativeToken ? weth : token)) as [Address, Address]
  const venue = { protocol: 'any', name: 'any', title: 'Any', factory: address(99), feesPpm: [3_000] }
  const hop = (n: number, from: Address, to: Address) => ({
    pool: { venue, address: address(n), tokens: [from, to], feePpm: 3_000 },
    amountIn: amount(1n),
    amountOut: amount(1n),
    tokenIn: from,
    tokenOut: to,
    share32: wholeShare,
  })
  const quote: QuotedSwap = {
    router: routerAddress,
    chainId: 8453,
    request: {
      sell,
      buy,
      sellAmount: amount(million),
      affiliate: feePpm === 0 ? undefined : { address: partner, fee: ppm(feePpm) },
    },
    route: {
      tokenIn: sold,
      tokenOut: bought,
      legs: [
        { ...hop(7, sold, address(9)), move: { move: 'push', pool: address(7), zeroForOne: true, feePpm: 3000 } },
        { ...hop(8, address(9), bought), move: { move: 'callback', pool: address(8), zeroForOne: false } },
      ],
    },
  }
  return { quote, parties: { from: me, to: friend }, minimumOut: amount(990_000n), now }
}

interface PayloadOverrides {
  readonly minimumOut?: bigint
  readonly deadline?: number
  readonly throughRouter?: boolean
}

function payloadFor(agreed: ExpectedSwap, over: PayloadOverrides = {}): Payload {
  const { quote, parties, throughRouter: agreedThrough = false } = agreed
  const { minimumOut = agreed.minimumOut, deadline = now + 300, throughRouter = agreedThrough } = over
  const ends = { recipient: parties.to, minimumOut: amount(minimumOut), deadline: seconds(deadline) }
  const terms = { quote, throughRouter, ...ends }
  return {
    from: parties.from,
    to: routerAddress,
    data: encodeSwap(terms),
    value: wei(quote.request.sell === nativeToken ? quote.request.sellAmount : 0n),
    chainId: 8453,
    gasLimit: gas(200_000n),
    fees: { type: 2, maxFeePerGas: wei(10n), maxPriorityFeePerGas: wei(1n) },
  }
}

const kinds: readonly Kind[] = [
  { sell: usdc, buy: dai, feePpm: 0 },
  { sell: usdc, buy: dai, feePpm: 10_000 },
  { sell: nativeToken, buy: dai, feePpm: 0 },
  { sell: usdc, buy: nativeToken, feePpm: 5_000 },
]
const anyKind = fc.constantFrom(...kinds)

/** The refused field, or `undefined` if the payload is accepted. */
function findMismatch(agreed: ExpectedSwap, payload: Payload): string | undefined {
  try {
    checkPayload(agreed, payload)
    return undefined
  } catch (error) {
    if (!isFailure(error, 'PAYLOAD_MISMATCH')) throw error
    return error.details.field
  }
}

test('accepts good payloads, with any minimum not below ours and any deadline of the window', () => {
  fc.assert(
    fc.property(anyKind, fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 30, max: 900 }), (kind, more, ahead) => {
      const agreed = createExpectedSwap(kind)
      const payload = payloadFor(agreed, { minimumOut: agreed.minimumOut + more, deadline: now + ahead })
      expect(findMismatch(agreed, payload)).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
})

test('refuses payloads with any byte of their data changed for the worse', () => {
  fc.assert(
    fc.property(anyKind, fc.nat(), fc.integer({ min: 1, max: 255 }), (kind, position, mask) => {
      const agreed = createExpectedSwap(kind)
      const payload = payloadFor(agreed)
      const bytes = Buffer.from(payload.data.slice(2), 'hex')
      const at = position % bytes.length
      const old = bytes[at] ?? 0
      bytes[at] = old ^ mask
      fc.pre(!isHarmless(bytes, at, (old ^ mask) > old))
      expect(findMismatch(agreed, { ...payload, data: hex(`0x${bytes.toString('hex')}`) })).toBeDefined()
    }),
    { numRuns: 8_000 },
  )
})

/** A higher minimum only protects more; a deadline inside the window is as good as ours. */
function isHarmless(bytes: Buffer, at: number, grew: boolean): boolean {
  const word = Math.floor((at - 4) / 32)
  if (word === 3) return grew
  const deadline = BigInt(`0x${bytes.subarray(4 + 5 * 32, 4 + 6 * 32).toString('hex')}`)
  return word === 5 && deadline >= BigInt(now + 30) && deadline <= BigInt(now + 900)
}

const otherAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => evm(`0x${Buffer.from(bytes).toString('hex')}`))
const change = <T extends keyof Payload>(field: T, value: Payload[T]) => ({ [field]: value }) as Partial<Payload>

test('refuses payloads to, from or for anything else', () => {
  const anyChange: fc.Arbitrary<Partial<Payload>> = fc.oneof(
    otherAddress.map((to) => change('to', to)),
    otherAddress.map((from) => change('from', from)),
    fc
      .nat()
      .filter((id) => id !== 8453)
      .map((id) => change('chainId', id)),
    fc
      .bigInt(1n, 10n ** 30n)
      .filter((n) => n !== million)
      .map((n) => change('value', wei(n))),
    fc.bigInt(gasLimitCap + 1n, 2n ** 64n - 1n).map((n) => change('gasLimit', gas(n))),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => change('data', hex(`0x${Buffer.from(bytes).toString('hex')}`))),
  )
  fc.assert(
    fc.property(anyKind, anyChange, (kind, changed) => {
      const agreed = createExpectedSwap(kind)
      expect(findMismatch(agreed, { ...payloadFor(agreed), ...changed })).toBeDefined()
    }),
    { numRuns: 2_000 },
  )
})

test.each<[string, (agreed: ExpectedSwap) => Payload]>([
  ['minOut', (agreed) => payloadFor(agreed, { minimumOut: agreed.minimumOut - 1n })],
  ['deadline', (agreed) => payloadFor(agreed, { deadline: now + 29 })],
  ['deadline', (agreed) => payloadFor(agreed, { deadline: now + 901 })],
  ['gasLimit', (agreed) => ({ ...payloadFor(agreed), gasLimit: gas(0n) })],
  ['recipient', (agreed) => payloadFor({ ...agreed, parties: { from: me, to: me } })],
  ['value', (agreed) => ({ ...payloadFor(agreed), value: wei(1n) })],
  ['affiliate', () => payloadFor(createExpectedSwap({ sell: usdc, buy: dai, feePpm: 1 }))],
  ['tokenIn', () => payloadFor(createExpectedSwap({ sell: address(10), buy: dai, feePpm: 0 }))],
  ['tokenOut', () => payloadFor(createExpectedSwap({ sell: usdc, buy: address(10), feePpm: 0 }))],
])('names the field that differs: %s', (field, make) => {
  const agreed = createExpectedSwap({ sell: usdc, buy: dai, feePpm: 0 })
  expect(findMismatch(agreed, make(agreed))).toBe(field)
})

test('refuses native currency paid to its own wrapped form, even if agreed', () => {
  const agreed = createExpectedSwap({ sell: usdc, buy: nativeToken, feePpm: 0 })
  const payload = payloadFor(agreed)
  const data = hex(payload.data.replaceAll(friend.slice(2), weth.slice(2)))
  expect(findMismatch({ ...agreed, parties: { from: me, to: weth } }, { ...payload, data })).toBe('data')
})

test('accepts the signed permit only, or none if none was signed', () => {
  const agreed = createExpectedSwap({ sell: usdc, buy: dai, feePpm: 10_000 })
  const signature = hex(`0x${'11'.repeat(64)}`)
  const [permit, other] = [1n, 2n].map((n) =>
    packPermit({ style: 'eip-2612', value: amount(n), deadline: seconds(now + 300), signature }),
  )
  if (permit === undefined || other === undefined) throw new Error('two permits')
  const terms = { recipient: friend, minimumOut: agreed.minimumOut, deadline: seconds(now + 300) }
  const payload = { ...payloadFor(agreed), data: encodeSwap({ quote: agreed.quote, ...terms, permit }) }
  expect(findMismatch({ ...agreed, permit }, payload)).toBeUndefined()
  expect(findMismatch({ ...agreed, permit: other }, payload)).toBe('permit')
  expect(findMismatch(agreed, payload)).toBe('permit')
  expect(findMismatch({ ...agreed, permit }, payloadFor(agreed))).toBe('permit')
})

/** Legs of an untrusted service. */
const createUnprovenSwap = (kind: Kind): ExpectedSwap => ({ ...createExpectedSwap(kind), legsUnproven: true })

test.each(kinds)('refuses a route of a service that does not go through the router: %j', (kind) => {
  const agreed = createUnprovenSwap(kind)
  expect(findMismatch(agreed, payloadFor(agreed, { throughRouter: true }))).toBeUndefined()
  expect(findMismatch(agreed, payloadFor(agreed))).toBe('delivery')
})

test("a service's route may have other legs, but no other wrapped native token", () => {
  const agreed = createUnprovenSwap({ sell: nativeToken, buy: dai, feePpm: 0 })
  const { data, ...payload } = payloadFor(agreed, { throughRouter: true })
  const other = (from: Address, to: Address) => ({ ...payload, data: hex(data.replaceAll(from.slice(2), to.slice(2))) })
  expect(findMismatch(agreed, other(address(8), address(10)))).toBeUndefined()
  expect(findMismatch(agreed, other(weth, address(10)))).toBe('the wrapped native token')
})

test("a service's payload that wraps has no legs", () => {
  const { quote, ...terms } = createExpectedSwap({ sell: nativeToken, buy: weth, feePpm: 0 })
  const wrap = { ...terms, quote: { ...quote, route: { ...quote.route, legs: [] } }, legsUnproven: true }
  expect(findMismatch(wrap, payloadFor(wrap))).toBeUndefined()
  expect(findMismatch(wrap, payloadFor(wrap, { throughRouter: true }))).toBeUndefined() // the same bytes
  const swap = createUnprovenSwap({ sell: nativeToken, buy: dai, feePpm: 0 })
  const legs = payloadFor(swap, { throughRouter: true }).data.replaceAll(dai.slice(2), weth.slice(2))
  expect(findMismatch(wrap, { ...payloadFor(wrap), data: hex(legs) })).toBe('the number of legs')
})

test('refuses a payload with another delivery than agreed', () => {
  const agreed = createExpectedSwap({ sell: usdc, buy: dai, feePpm: 0 })
  const marked = { ...agreed, throughRouter: true }
  expect(findMismatch(marked, payloadFor(marked))).toBeUndefined()
  expect(findMismatch(marked, payloadFor(agreed))).toBe('route')
  expect(findMismatch(agreed, payloadFor(marked))).toBe('route')
})

test('refuses a quote whose legs lead nowhere', () => {
  const agreed = createExpectedSwap({ sell: usdc, buy: dai, feePpm: 0 })
  const payload = payloadFor(agreed)
  const { quote } = agreed
  const lost = { ...quote, route: { ...quote.route, legs: quote.route.legs.slice(0, 1) } }
  expect(findMismatch({ ...agreed, quote: lost }, payload)).toBe('route')
})
