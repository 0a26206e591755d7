import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShare } from '#domain/quotes/route'
import { amount, nativeToken, seconds } from '#domain/units'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { encodeRouterCall } from '#encoding/swap/router-call'
import { getTestContractCode } from './compile.ts'
import { createRig, deadline, ether, type Rig } from './rig.ts'

const odder = new Interface(['function setAnswer(bytes)', 'function mint(address, uint256)'])
const word = (n: bigint): string => `0x${n.toString(16).padStart(64, '0')}`

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test.each([
  ['nothing', '0x', /^done$/],
  ['true', word(1n), /^done$/],
  ['true and more', word(1n) + word(7n).slice(2), /^done$/],
  ['20,000 zeros', `0x${'00'.repeat(20_000)}`, /refused a transfer/],
  ['false', word(0n), /refused a transfer/],
  ['two', word(2n), /refused a transfer/],
  ['one byte', '0x01', /refused a transfer/],
])('a token that answers a transfer with %s', async (_, answer, words) => {
  await rig.undone(async () => {
    const odd = await rig.deploy(rig.stranger, getTestContractCode('OddToken'))
    await rig.send({ from: rig.stranger, to: odd, data: odder.encodeFunctionData('mint', [rig.user, ether]) })
    await rig.send({ from: rig.stranger, to: odd, data: odder.encodeFunctionData('setAnswer', [answer]) })
    const asked = { tokenIn: odd, tokenOut: nativeToken, minimumOut: amount(1n), amountIn: amount(ether) }
    const data = encodeRouterCall({
      ...asked,
      recipient: rig.receiver,
      deadline: seconds(deadline),
      affiliate: undefined,
      route: encodeRoute({ wrapped: odd, throughRouter: false, legs: [] }),
    })
    // A token cannot unwrap itself: after the transfer, its missing `withdraw` reverts without data.
    const refusal = await rig.refusal({ from: rig.user, to: rig.router, data })
    expect(refusal === '0x' ? 'done' : refusal).toMatch(words)
  })
})

test('an address without code is refused as a token', async () => {
  const { tokens, pools, stranger, receiver } = rig
  const [move, source, destination] = ['push', 'payer', 'recipient'] as const
  const pool = pools.ab2.address
  const base = { zeroForOne: true, share32: wholeShare, feePpm: 3000, measured: false, tokenIn: undefined }
  const data = encodeRouterCall({
    tokenIn: stranger,
    tokenOut: tokens.b,
    amountIn: amount(ether),
    minimumOut: amount(1n),
    recipient: receiver,
    deadline: seconds(deadline),
    affiliate: undefined,
    route: encodeRoute({
      wrapped: undefined,
      throughRouter: false,
      legs: [{ move, source, destination, pool, ...base }],
    }),
  })
  expect(await rig.refusal({ from: rig.user, to: rig.router, data })).toMatch('refused a transfer')
})
