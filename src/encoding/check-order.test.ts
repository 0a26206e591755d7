import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SwapTypedData, swapType, swapTypedData } from '#domain/api/typed-data'
import { isFailure } from '#domain/errors'
import { amount, evm, nativeToken, ppm, seconds } from '#domain/units'
import { type AgreedOrder, checkOrder } from './check-order.ts'
import { orderDigest } from './order-digest.ts'
import type { QuotedOrder } from './quoted-swap.ts'

const now = seconds(1_800_000_000)
const address = (n: number) => evm(`0x${n.toString(16).repeat(40)}`)
const [router, me, friend, usdc, dai, partner] = [
  address(1),
  address(2),
  address(3),
  address(4),
  address(5),
  address(6),
]

function agreed(): AgreedOrder {
  const quote: QuotedOrder = {
    router,
    chainId: 8453,
    request: { sell: usdc, buy: dai, sellAmount: amount(10_000n), affiliate: { address: partner, fee: ppm(15_000) } },
    route: { tokenIn: usdc, tokenOut: dai },
  }
  return { quote, parties: { from: me, to: friend }, minimumOut: amount(990n), mostSwapFee: amount(70n), now }
}

const order = (over: Partial<Parameters<typeof swapTypedData>[0]> = {}): SwapTypedData =>
  swapTypedData({
    chainId: 8453,
    router,
    sender: me,
    recipient: friend,
    fromAsset: usdc,
    toAsset: dai,
    deadline: seconds(now + 300),
    amountOutMin: amount(990n),
    sellAmount: amount(10_000n),
    swapFee: amount(70n),
    affiliate: { address: partner, fee: amount(150n) },
    nonce: 5n,
    ...over,
  })

/** The refused field, or `undefined` where the order is accepted. */
function refused(data: SwapTypedData, held = agreed()): string | undefined {
  try {
    checkOrder(held, data)
    return undefined
  } catch (error) {
    if (!isFailure(error, 'PAYLOAD_MISMATCH')) throw error
    return error.details.field
  }
}

test('good orders are accepted, for the digest that is signed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 900 }),
      fc.bigInt(0n, 70n),
      fc.bigInt(0n, 10n ** 30n),
      (ahead, fee, more) => {
        const data = order({ deadline: seconds(now + ahead), swapFee: amount(fee), amountOutMin: amount(990n + more) })
        expect(checkOrder(agreed(), data)).toBe(orderDigest(data))
      },
    ),
  )
})

test.each(swapType.map(({ name }) => name).filter((name) => name !== 'nonce'))('another %s is refused', (name) => {
  const data = order()
  const old = BigInt(data.message[name])
  const wrong = data.message[name].startsWith('0x') ? evm(`0x${(old ^ 1n).toString(16).padStart(40, '0')}`) : undefined
  const changes = wrong === undefined ? [old * 1000n + 1n, 0n, old + 1n, old - 1n] : [wrong]
  const answers = changes.map((value) => refused({ ...data, message: { ...data.message, [name]: String(value) } }))
  if (name === 'amountOutMin') expect(answers).toEqual([undefined, name, undefined, name])
  else if (name === 'deadline') expect(answers).toEqual([name, name, undefined, undefined])
  else if (name === 'swapFee') expect(answers).toEqual([name, 'amountIn', name, 'amountIn'])
  else expect(answers).toEqual(answers.map(() => name))
})

test.each([
  ['name', 'Swapline router'],
  ['version', '2'],
  ['chainId', 1],
  ['verifyingContract', address(9)],
])('another domain is refused: %s', (name, value) => {
  const data = order()
  expect(refused({ ...data, domain: { ...data.domain, [name]: value } as SwapTypedData['domain'] })).toBe(name)
})

test.each(['-1', '0x10', '', '1e3', '9'.repeat(79)])('what is no number is refused: %s', (text) => {
  const data = order()
  for (const name of ['nonce', 'amountIn', 'deadline'])
    expect(refused({ ...data, message: { ...data.message, [name]: text } })).toBe(name)
})

test('native currency is not ordered for its own wrapped form', () => {
  const held = agreed()
  const request = { ...held.quote.request, buy: nativeToken }
  const quote = { ...held.quote, request, route: { tokenIn: usdc, tokenOut: address(7) } }
  const orderFor = (to: ReturnType<typeof address>) =>
    refused(order({ toAsset: nativeToken, recipient: to }), { ...held, quote, parties: { from: me, to } })
  expect([orderFor(friend), orderFor(address(7))]).toEqual([undefined, 'recipient'])
})
