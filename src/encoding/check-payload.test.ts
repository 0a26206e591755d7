import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import type { Payload } from '#domain/payload'
import { wholeShare } from '#domain/route'
import { type Address, amount, evm, gas, hex, million, nativeToken, ppm, seconds, wei } from '#domain/units'
import { type Agreed, checkPayload, gasLimitCap } from './check-payload.ts'
import { encodeSwap } from './encode-swap.ts'
import { packPermit } from './permit.ts'
import type { QuotedSwap } from './quoted-swap.ts'
import { routerOn } from './router.ts'

const now = seconds(1_800_000_000)
const { address: routerAddress } = routerOn({ router: 'cancun' })
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

/** As much of a quote as its payload is made of: through one push and one callback pool. */
function agreedOn({ sell, buy, feePpm }: Kind): Agreed {
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

function payloadFor(agreed: Agreed, over: { minimumOut?: bigint; deadline?: number } = {}): Payload {
  const { quote, parties } = agreed
  const { minimumOut = agreed.minimumOut, deadline = now + 300 } = over
  const terms = { quote, recipient: parties.to, minimumOut: amount(minimumOut), deadline: seconds(deadline) }
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

/** The refused field, or `undefined` where the payload is accepted. */
function refused(agreed: Agreed, payload: Payload): string | undefined {
  try {
    checkPayload(agreed, payload)
    return undefined
  } catch (error) {
    if (!isFailure(error, 'PAYLOAD_MISMATCH')) throw error
    return error.details.field
  }
}

test('good payloads are accepted, with every minimum not below ours and every deadline of the window', () => {
  fc.assert(
    fc.property(anyKind, fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 30, max: 900 }), (kind, more, ahead) => {
      const agreed = agreedOn(kind)
      const payload = payloadFor(agreed, { minimumOut: agreed.minimumOut + more, deadline: now + ahead })
      expect(refused(agreed, payload)).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
})

test('payloads with any byte of their data changed to the worse are refused', () => {
  fc.assert(
    fc.property(anyKind, fc.nat(), fc.integer({ min: 1, max: 255 }), (kind, position, mask) => {
      const agreed = agreedOn(kind)
      const payload = payloadFor(agreed)
      const bytes = Buffer.from(payload.data.slice(2), 'hex')
      const at = position % bytes.length
      const old = bytes[at] ?? 0
      bytes[at] = old ^ mask
      fc.pre(!isHarmless(bytes, at, (old ^ mask) > old))
      expect(refused(agreed, { ...payload, data: hex(`0x${bytes.toString('hex')}`) })).toBeDefined()
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

test('payloads to, from or for anything else are refused', () => {
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
      const agreed = agreedOn(kind)
      expect(refused(agreed, { ...payloadFor(agreed), ...changed })).toBeDefined()
    }),
    { numRuns: 2_000 },
  )
})

test.each<[string, (agreed: Agreed) => Payload]>([
  ['minOut', (agreed) => payloadFor(agreed, { minimumOut: agreed.minimumOut - 1n })],
  ['deadline', (agreed) => payloadFor(agreed, { deadline: now + 29 })],
  ['deadline', (agreed) => payloadFor(agreed, { deadline: now + 901 })],
  ['gasLimit', (agreed) => ({ ...payloadFor(agreed), gasLimit: gas(0n) })],
  ['recipient', (agreed) => payloadFor({ ...agreed, parties: { from: me, to: me } })],
  ['value', (agreed) => ({ ...payloadFor(agreed), value: wei(1n) })],
  ['affiliate', () => payloadFor(agreedOn({ sell: usdc, buy: dai, feePpm: 1 }))],
  ['tokenIn', () => payloadFor(agreedOn({ sell: address(10), buy: dai, feePpm: 0 }))],
  ['tokenOut', () => payloadFor(agreedOn({ sell: usdc, buy: address(10), feePpm: 0 }))],
])('names the field that differs: %s', (field, make) => {
  const agreed = agreedOn({ sell: usdc, buy: dai, feePpm: 0 })
  expect(refused(agreed, make(agreed))).toBe(field)
})

test('native currency for its own wrapped form is refused, whoever agreed to it', () => {
  const agreed = agreedOn({ sell: usdc, buy: nativeToken, feePpm: 0 })
  const payload = payloadFor(agreed)
  const data = hex(payload.data.replaceAll(friend.slice(2), weth.slice(2)))
  expect(refused({ ...agreed, parties: { from: me, to: weth } }, { ...payload, data })).toBe('data')
})

test('a permit is the one that was signed, or none', () => {
  const agreed = agreedOn({ sell: usdc, buy: dai, feePpm: 10_000 })
  const signature = hex(`0x${'11'.repeat(64)}`)
  const [permit, other] = [1n, 2n].map((n) =>
    packPermit({ style: 'eip-2612', value: amount(n), deadline: seconds(now + 300), signature }),
  )
  if (permit === undefined || other === undefined) throw new Error('two permits')
  const terms = { recipient: friend, minimumOut: agreed.minimumOut, deadline: seconds(now + 300) }
  const payload = { ...payloadFor(agreed), data: encodeSwap({ quote: agreed.quote, ...terms, permit }) }
  expect(refused({ ...agreed, permit }, payload)).toBeUndefined()
  expect(refused({ ...agreed, permit: other }, payload)).toBe('permit')
  expect(refused(agreed, payload)).toBe('permit')
  expect(refused({ ...agreed, permit }, payloadFor(agreed))).toBe('permit')
})

test('a quote whose legs lead nowhere is refused, not worked with', () => {
  const agreed = agreedOn({ sell: usdc, buy: dai, feePpm: 0 })
  const payload = payloadFor(agreed)
  const { quote } = agreed
  const lost = { ...quote, route: { ...quote.route, legs: quote.route.legs.slice(0, 1) } }
  expect(refused({ ...agreed, quote: lost }, payload)).toBe('route')
})
