import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SwapTypedData, swapType, toSwapTypedData } from '#domain/api/typed-data'
import { isFailure } from '#domain/errors'
import { amount, evm, nativeToken, ppm, seconds } from '#domain/units'
import type { QuotedOrder } from '#encoding/swap/quoted-swap'
import { checkOrder, type ExpectedOrder } from './check.ts'
import { computeOrderDigest } from './digest.ts'

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

function createExpectedOrder(): ExpectedOrder {
  const quote: QuotedOrder = {
    router,
    chainId: 8453,
    request: { sell: usdc, buy: dai, sellAmount: amount(10_000n), affiliate: { address: partner, fee: ppm(15_000) } },
    route: { tokenIn: usdc, tokenOut: dai },
  }
  return { quote, parties: { from: me, to: friend }, minimumOut: amount(990n), maxSwapFee: amount(70n), now }
}

const order = (over: Partial<Parameters<typeof toSwapTypedData>[0]> = {}): SwapTypedData =>
  toSwapTypedData({
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

/** The refused field, or `undefined` if the order is accepted. */
function findMismatch(data: SwapTypedData, held = createExpectedOrder()): string | undefined {
  try {
    checkOrder(held, data)
    return undefined
  } catch (error) {
    if (!isFailure(error, 'PAYLOAD_MISMATCH')) throw error
    return error.details.field
  }
}

test('accepts good orders and returns the digest to sign', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 900 }),
      fc.bigInt(0n, 70n),
      fc.bigInt(0n, 10n ** 30n),
      (ahead, fee, more) => {
        const data = order({ deadline: seconds(now + ahead), swapFee: amount(fee), amountOutMin: amount(990n + more) })
        expect(checkOrder(createExpectedOrder(), data)).toBe(computeOrderDigest(data))
      },
    ),
  )
})

test.each(swapType.map(({ name }) => name).filter((name) => name !== 'nonce'))('refuses another %s', (name) => {
  const data = order()
  const old = BigInt(data.message[name])
  const wrong = data.message[name].startsWith('0x') ? evm(`0x${(old ^ 1n).toString(16).padStart(40, '0')}`) : undefined
  const changes = wrong === undefined ? [old * 1000n + 1n, 0n, old + 1n, old - 1n] : [wrong]
  const answers = changes.map((value) => findMismatch({ ...data, message: { ...data.message, [name]: String(value) } }))
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
])('refuses another domain: %s', (name, value) => {
  const data = order()
  expect(findMismatch({ ...data, domain: { ...data.domain, [name]: value } as SwapTypedData['domain'] })).toBe(name)
})

test.each(['-1', '0x10', '', '1e3', '9'.repeat(79)])('refuses an invalid number: %s', (text) => {
  const data = order()
  for (const name of ['nonce', 'amountIn', 'deadline'])
    expect(findMismatch({ ...data, message: { ...data.message, [name]: text } })).toBe(name)
})

test('refuses an order for native currency paid to its own wrapped form', () => {
  const held = createExpectedOrder()
  const request = { ...held.quote.request, buy: nativeToken }
  const quote = { ...held.quote, request, route: { tokenIn: usdc, tokenOut: address(7) } }
  const orderFor = (to: ReturnType<typeof address>) =>
    findMismatch(order({ toAsset: nativeToken, recipient: to }), { ...held, quote, parties: { from: me, to } })
  expect([orderFor(friend), orderFor(address(7))]).toEqual([undefined, 'recipient'])
})
