import { Interface, Signature } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RouterCall } from '#domain/payload'
import { wholeShare } from '#domain/quotes/route'
import { amount, evm, hex, nativeToken, ppm, seconds } from '#domain/units'
import { routerAbi, routerErrors, routerSelectors } from '#encoding/contracts/router.gen'
import { type Permit, packPermit, unpackPermit } from '#encoding/tokens/permit'
import { type DecodedRoute, decodeRoute, encodeRoute } from './route-bytes.ts'
import { hasTokenField, type RouteLeg } from './route-legs.ts'
import { amountInOffset, decodeRouterCall, encodeRouterCall } from './router-call.ts'

const contract = new Interface(routerAbi)

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((found) => Buffer.from(found).toString('hex'))
const address = bytes(20)
  .map((text) => evm(`0x${text}`))
  .filter((found) => found !== nativeToken)

const anyLeg = fc.record({
  move: fc.constantFrom('push', 'callback', 'vault', 'adapter'),
  pool: address,
  zeroForOne: fc.boolean(),
  share32: fc.oneof(fc.integer({ min: 1, max: wholeShare }), fc.constant(wholeShare)),
  feePpm: fc.nat(999_999),
  measured: fc.boolean(),
  source: fc.constantFrom('payer', 'router'),
  destination: fc.constantFrom('router', 'recipient', 'next-pool'),
  token: address,
  bought: address,
  other: address,
  keyFee: fc.nat(2 ** 24 - 1),
  tickSpacing: fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }),
  data: fc.maxSafeNat().map((n) => n % 2 ** 48),
})

type DrawnLeg = typeof anyLeg extends fc.Arbitrary<infer T> ? T : never

/** Any legs the router can parse: a leg that is sent its input in the pool is a push or an adapter. */
const anyLegs: fc.Arbitrary<readonly RouteLeg[]> = fc.array(anyLeg, { maxLength: 8 }).map((drawn) => {
  let fed = false
  return drawn.map((one, index) => {
    const source = fed ? 'pool' : one.source
    fed = one.destination === 'next-pool' && ['push', 'adapter'].includes(drawn[index + 1]?.move ?? '')
    return createLeg(one, source, fed || one.destination === 'recipient' ? one.destination : 'router')
  })
})

function createLeg(one: DrawnLeg, source: RouteLeg['source'], destination: RouteLeg['destination']): RouteLeg {
  const { move, pool, zeroForOne, feePpm, measured, token, bought, other } = one
  const tokenIn = hasTokenField({ move, source, measured: measured && move === 'push' }) ? token : undefined
  const base = { pool, zeroForOne, share32: source === 'pool' ? wholeShare : one.share32, destination, tokenIn }
  if (move === 'adapter')
    return { ...base, move, source, zeroForOne: false, target: other, data: one.data, tokenOut: bought }
  if (move === 'push' || source === 'pool') return { ...base, move: 'push', source, feePpm, measured }
  if (move === 'callback') return { ...base, move, source }
  return { ...base, move, source, keyFee: one.keyFee, tickSpacing: one.tickSpacing, hooks: other, tokenOut: bought }
}

const anySignature = fc
  .tuple(bytes(31), bytes(31), fc.constantFrom('1b', '1c'))
  .map(([r, s, v]) => hex(`0x01${r}01${s}${v}`))
const anyPermit: fc.Arbitrary<Permit> = fc.oneof(
  fc.record({
    style: fc.constant('eip-2612' as const),
    value: fc.bigInt(0n, 2n ** 256n - 1n).map(amount),
    deadline: fc.nat(2 ** 40).map(seconds),
    signature: anySignature,
  }),
  fc.record({
    style: fc.constant('dai' as const),
    nonce: fc.bigInt(0n, 2n ** 48n - 1n),
    expiry: fc.nat(2 ** 40).map(seconds),
    signature: anySignature,
  }),
)

const anyRoute: fc.Arbitrary<DecodedRoute> = fc
  .record({ wrapped: fc.option(address, { nil: undefined }), marked: fc.boolean(), legs: anyLegs })
  .map(({ marked, ...route }) => ({ ...route, throughRouter: marked && route.legs.length > 0 }))

const anyCall: fc.Arbitrary<RouterCall> = fc
  .record({
    tokens: fc.tuple(address, address).filter(([a, b]) => a !== b),
    nativeAt: fc.constantFrom(0, 1, undefined),
    amountIn: fc.bigInt(1n, 2n ** 128n - 1n).map(amount),
    minimumOut: fc.bigInt(1n, 2n ** 256n - 1n).map(amount),
    recipient: address,
    deadline: fc.nat(2 ** 31).map(seconds),
    affiliate: fc.option(fc.record({ address, fee: fc.integer({ min: 1, max: 100_000 }).map(ppm) }), {
      nil: undefined,
    }),
    legs: anyLegs,
    marked: fc.boolean(),
    permit: fc.option(anyPermit.map(packPermit), { nil: undefined }),
  })
  .filter(({ nativeAt, legs }) => nativeAt !== undefined || legs.length > 0)
  .map(({ tokens, nativeAt, legs, marked, permit, ...call }) => ({
    ...call,
    permit: nativeAt === 0 ? undefined : permit,
    tokenIn: nativeAt === 0 ? nativeToken : tokens[0],
    tokenOut: nativeAt === 1 ? nativeToken : tokens[1],
    route: encodeRoute({
      // without legs the other token is the wrapped form
      wrapped: nativeAt === undefined ? undefined : tokens[legs.length > 0 ? nativeAt : 1 - nativeAt],
      throughRouter: marked && legs.length > 0,
      legs,
    }),
  }))

test('every route decodes to what was encoded', () => {
  fc.assert(
    fc.property(anyRoute, (route) => {
      expect(decodeRoute(encodeRoute(route), route.wrapped !== undefined)).toEqual(route)
    }),
  )
})

test('a route has one encoding: bytes that decode encode to themselves', () => {
  fc.assert(
    fc.property(anyRoute, fc.nat(), fc.nat(7), (route, at, bit) => {
      const found = Buffer.from(encodeRoute(route).slice(2), 'hex')
      if (found.length > 0) found[at % found.length] = (found[at % found.length] ?? 0) ^ (1 << bit)
      const mutant = hex(`0x${found.toString('hex')}`)
      const decoded = decodeRoute(mutant, route.wrapped !== undefined)
      if (decoded !== undefined) expect(encodeRoute(decoded)).toBe(mutant)
    }),
    { numRuns: 1000 },
  )
})

test('the router mark precedes the first leg, and needs one', () => {
  const legs = fc.sample(anyLegs, { numRuns: 20, seed: 7 }).find((found) => found.length > 1) ?? []
  const plain = encodeRoute({ wrapped: undefined, throughRouter: false, legs }).slice(2)
  const wrapped = evm(`0x${'11'.repeat(20)}`)
  expect(encodeRoute({ wrapped: undefined, throughRouter: true, legs })).toBe(`0xff${plain}`)
  expect(encodeRoute({ wrapped, throughRouter: true, legs })).toBe(`${wrapped}ff${plain}`)
  expect(() => encodeRoute({ wrapped, throughRouter: true, legs: [] })).toThrow(RangeError)
  for (const [route, native] of [
    [`${wrapped}ff`, true],
    ['0xff', false],
    [`0xffff${plain}`, false],
    [`0x${plain}ff`, false],
    [`0xff${wrapped.slice(2)}${plain}`, true],
  ] as const)
    expect(decodeRoute(hex(route), native)).toBeUndefined()
})

test('a route that ends inside a leg cannot be decoded', () => {
  fc.assert(
    fc.property(
      anyRoute.filter(({ legs }) => legs.length > 0),
      fc.integer({ min: 1, max: 24 }),
      (route, short) => {
        const whole = encodeRoute(route)
        expect(decodeRoute(hex(whole.slice(0, -2 * short)), route.wrapped !== undefined)).toBeUndefined()
      },
    ),
  )
})

test('every call decodes to what was encoded, and an ABI library writes the same bytes', () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      const data = encodeRouterCall(call)
      expect(decodeRouterCall(data)).toEqual(call)

      const { tokenIn, tokenOut, amountIn, minimumOut, recipient, deadline, affiliate, route } = call
      const head = [tokenIn, tokenOut, amountIn, minimumOut, recipient, deadline]
      const fee = affiliate === undefined ? 0n : (BigInt(affiliate.address) << 96n) | BigInt(affiliate.fee)
      const abiBytes =
        call.permit !== undefined
          ? contract.encodeFunctionData('swapWithPermit', [...head, fee, route, call.permit])
          : affiliate === undefined
            ? contract.encodeFunctionData('swap', [...head, route])
            : contract.encodeFunctionData('swapWithFee', [...head, fee, route])
      expect(data).toBe(abiBytes)
    }),
  )
})

test('the input amount is where a meta-router writes it', () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      const data = encodeRouterCall(call)
      expect(BigInt(`0x${data.slice(2 + amountInOffset * 2, 2 + amountInOffset * 2 + 64)}`)).toBe(call.amountIn)
    }),
  )
})

test('every permit unpacks to what was packed, its signature in 64 bytes', () => {
  fc.assert(
    fc.property(anyPermit, (permit) => {
      const packed = packPermit(permit)
      const signature = Signature.from(permit.signature).compactSerialized
      expect(unpackPermit(packed)).toEqual({ ...permit, signature })
      expect(unpackPermit(hex(`${packed}00`))).toBeUndefined()
      expect(unpackPermit(hex(packed.slice(0, -2)))).toBeUndefined()
    }),
  )
})

test('calldata has one encoding: extra, missing or padded bytes cannot be decoded', () => {
  fc.assert(
    fc.property(anyCall, fc.nat(), (call, cut) => {
      const data = encodeRouterCall(call)
      expect(decodeRouterCall(hex(`${data}00`))).toBeUndefined()
      expect(decodeRouterCall(hex(data.slice(0, 2 + 2 * (cut % (data.length / 2 - 1)))))).toBeUndefined()
      const filling = ((call.permit ?? call.route).length / 2 - 1) % 32
      if (filling !== 0) expect(decodeRouterCall(hex(`${data.slice(0, -2)}01`))).toBeUndefined()
    }),
  )
})

test('refuses to encode a call that the router would always refuse', () => {
  const call = fc.sample(anyCall, { numRuns: 1, seed: 7 })[0]
  if (call === undefined) throw new Error('no sample')
  for (const wrong of [
    { tokenOut: call.tokenIn },
    { recipient: nativeToken },
    { minimumOut: amount(0n) },
    { amountIn: amount(0n) },
    { permit: hex('0x') },
    { permit: hex('0x01') },
    { amountIn: amount(2n ** 128n) },
    { affiliate: { address: nativeToken, fee: ppm(1) } },
    { affiliate: { address: call.recipient, fee: ppm(0) } },
    { affiliate: { address: call.recipient, fee: ppm(100_001) } },
    { route: hex('0x01') },
    { tokenIn: address0, tokenOut: address1, route: hex('0x') },
    { tokenIn: nativeToken, tokenOut: address1, permit: undefined, route: hex(address0) },
    { tokenIn: address1, tokenOut: nativeToken, route: hex(address0) },
  ])
    expect(() => encodeRouterCall({ ...call, ...wrong })).toThrow(RangeError)
})

const [address0, address1] = [1, 2].map((n) => evm(`0x${String(n).repeat(40)}`)) as [never, never]

test('refuses to encode a call that sends native currency to its own wrapped form', () => {
  const calls = anyCall.filter(({ tokenIn, tokenOut }) => [tokenIn, tokenOut].includes(nativeToken))
  fc.assert(
    fc.property(calls, (call) => {
      const wrapped = evm(call.route.slice(0, 42))
      const bounced =
        call.tokenOut === nativeToken ? { recipient: wrapped } : { affiliate: { address: wrapped, fee: ppm(1) } }
      const kept =
        call.tokenOut === nativeToken ? { affiliate: { address: wrapped, fee: ppm(1) } } : { recipient: wrapped }
      expect(() => encodeRouterCall({ ...call, ...bounced })).toThrow(RangeError)
      expect(() => encodeRouterCall({ ...call, ...kept })).not.toThrow()
    }),
  )
})

test('the generated constants equal those of an ABI library', () => {
  for (const [name, selector] of Object.entries(routerSelectors))
    expect(contract.getFunction(name)?.selector).toBe(selector)
  for (const [selector, signature] of Object.entries(routerErrors))
    expect(contract.getError(selector)?.format('sighash')).toBe(signature)
})
