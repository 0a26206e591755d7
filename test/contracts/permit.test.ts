import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Address, amount, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { packPermit } from '#encoding/tokens/permit'
import { getTestContractCode } from './compile.ts'
import { createRig, deadline, encodeCall, ether, now, type Rig } from './rig.ts'
import { encodeOrder, sellerAddress, signPermit, typedData } from './seller.ts'
import { encodeSwapCalldata } from './trade.ts'

let rig: Rig
let token: Address
beforeAll(async () => {
  rig = await createRig()
  token = await rig.deploy(rig.maker, getTestContractCode('PermitToken'))
  await rig.send({ from: rig.maker, to: token, data: encodeCall('mint', [sellerAddress, 100n * ether]) })
  await rig.chain.rpc('anvil_impersonateAccount', sellerAddress)
  await rig.chain.rpc('anvil_setBalance', sellerAddress, '0x56bc75e2d63100000')
})
afterAll(() => rig.close())

/** Sells the token as a wrapped form of native currency: after the transfer, its missing `withdraw` reverts. */
const selling = (permit: Hex) =>
  encodeSwapCalldata(rig, { tokenIn: token, tokenOut: nativeToken, wrapped: token, legs: [], permit })

/** `done` if the token was taken. */
async function sale(data: Hex): Promise<string> {
  const answer = await rig.refusal({ from: sellerAddress, to: rig.router, data })
  return answer === '0x' ? 'done' : answer
}

const eip2612 = async (over: { value?: bigint; until?: number } = {}): Promise<Hex> => {
  const { signature } = await signPermit(rig, token, { style: 'eip-2612', ...over })
  const { value = ether, until = deadline } = over
  return packPermit({ style: 'eip-2612', value: amount(value), deadline: seconds(until), signature })
}

const dai = async (until = deadline): Promise<Hex> => {
  const { nonce, signature } = await signPermit(rig, token, { style: 'dai', until })
  return packPermit({ style: 'dai', nonce, expiry: seconds(until), signature })
}

describe('a permit', () => {
  test('of EIP-2612 approves what is sold', async () => expect(await sale(selling(await eip2612()))).toBe('done'))
  test('of EIP-2612 for the maximum amount works', async () =>
    expect(await sale(selling(await eip2612({ value: 2n ** 256n - 1n })))).toBe('done'))
  test('of DAI with an expiry works', async () => expect(await sale(selling(await dai()))).toBe('done'))
  test('of DAI without expiry works', async () => expect(await sale(selling(await dai(0)))).toBe('done'))

  test.each<[string, () => Promise<Hex>]>([
    ['for too little', () => eip2612({ value: ether - 1n })],
    ['past its deadline', () => eip2612({ until: now - 1 })],
    ['of DAI past its expiry', () => dai(now - 1)],
  ])('%s has no effect', async (_, make) =>
    expect(await sale(selling(await make()))).toMatch('below zero or above its limit'),
  )

  test('that was submitted by someone else before does no harm', () =>
    rig.undone(async () => {
      const { signature } = await signPermit(rig, token, { style: 'eip-2612' })
      const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130).padStart(64, '0')]
      const words = [sellerAddress, rig.router].map((address) => address.slice(2).padStart(64, '0'))
      const numbers = [ether, BigInt(deadline)].map((n) => n.toString(16).padStart(64, '0'))
      const data = `0xd505accf${[...words, ...numbers, v, r, s].join('')}`
      const packed = await eip2612()
      await rig.send({ from: rig.stranger, to: token, data })
      expect(await sale(selling(packed))).toBe('done')
    }))

  test('of another account cannot move that account’s tokens', async () => {
    const data = selling(await eip2612())
    expect(await rig.refusal({ from: rig.stranger, to: rig.router, data })).toMatch('below zero or above its limit')
  })

  test('for a token without permits changes nothing: only the caller’s approval counts', async () => {
    const permit = await eip2612()
    const { w } = rig.tokens
    const phantom = encodeSwapCalldata(rig, { tokenIn: w, tokenOut: nativeToken, legs: [], permit })
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: phantom })).toBe('done')
    expect(await rig.refusal({ from: rig.stranger, to: rig.router, data: phantom })).not.toBe('done')
  })

  test('works with an order too', async () => {
    const data = typedData(rig, { fromAsset: token, toAsset: nativeToken, swapFee: amount(0n), affiliate: undefined })
    const route = hex(token)
    const withPermit = await encodeOrder(rig, data, { route, permit: await eip2612() })
    const without = await encodeOrder(rig, data, { route })
    const answers = [withPermit, without].map((one) => rig.refusal({ from: rig.stranger, to: rig.router, data: one }))
    expect(await Promise.all(answers)).toEqual(['0x', 'a contract failed: a number went below zero or above its limit'])
  })
})
