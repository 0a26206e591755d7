import { expect, test } from 'vitest'
import { amount, evm, hex, nativeToken, ppm, seconds } from '#domain/units'
import { encodeRoute } from '#encoding/route-bytes'
import { encodeRouterCall } from '#encoding/router-call'
import { readPayload } from './read-payload.ts'

const [weth, dai, me] = ['11', '22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]

const call = {
  tokenIn: nativeToken,
  tokenOut: weth,
  amountIn: amount(5n),
  minimumOut: amount(5n),
  recipient: me,
  deadline: seconds(1_700_000_000),
  affiliate: { address: dai, fee: ppm(1_000) },
  route: encodeRoute({ wrapped: weth, legs: [] }),
}

test('a payload is read back as the request it serves', () => {
  expect(readPayload(encodeRouterCall(call))).toEqual({ call, legs: [] })
})

test('bytes that our encoder would not write are not ours', () => {
  const data = encodeRouterCall(call)
  expect(readPayload(hex('0x'))).toBeUndefined()
  expect(readPayload(hex(`${data}00`))).toBeUndefined()
  expect(readPayload(hex(`0xa9059cbb${data.slice(10)}`))).toBeUndefined()
})
