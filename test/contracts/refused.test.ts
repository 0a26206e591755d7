import { Interface } from 'ethers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeShare } from '#domain/quotes/route'
import { type Address, nativeToken, ppm } from '#domain/units'
import { routerAbi } from '#encoding/contracts/router.gen'
import { encodeRoute } from '#encoding/swap/route-bytes'
import type { RouteLeg } from '#encoding/swap/route-legs'
import { readHoldings } from './holdings.ts'
import { createLeg, createRig, deadline, ether, type Rig } from './rig.ts'
import { encodeSwapCalldata } from './trade.ts'

const router = new Interface(routerAbi)

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

const asUser = (data: string, value = 0n) => rig.refusal({ from: rig.user, to: rig.router, data, value })

describe('a route that', () => {
  const push = (over: Partial<RouteLeg> = {}): RouteLeg =>
    ({
      move: 'push',
      pool: rig.pools.ab2.address,
      zeroForOne: rig.pools.ab2.tokens[0] === rig.tokens.a,
      share32: wholeShare,
      feePpm: 3000,
      measured: false,
      source: 'payer',
      destination: 'recipient',
      tokenIn: undefined,
      ...over,
    }) as RouteLeg
  const raw = (route: string, over: { tokenIn?: Address; minOut?: bigint; recipient?: Address } = {}) =>
    router.encodeFunctionData('swap', [
      over.tokenIn ?? rig.tokens.a,
      rig.tokens.b,
      ether,
      over.minOut ?? 1n,
      over.recipient ?? rig.receiver,
      deadline,
      route,
    ])
  const packed = (...legs: RouteLeg[]) => encodeRoute({ wrapped: undefined, throughRouter: false, legs })

  test('is valid succeeds', async () => expect(await asUser(raw(packed(push())))).toBe('done'))

  test('ends anywhere inside a leg is refused', async () => {
    const whole = packed(push())
    for (let length = 2; length < whole.length; length += 2)
      expect(await asUser(raw(whole.slice(0, length)))).toMatch('cannot be read')
  })

  test('has bytes after its legs is refused', async () => {
    for (const more of ['00', 'ff', '00'.repeat(27)]) expect(await asUser(raw(packed(push()) + more))).toMatch('cannot')
  })

  test('is longer than the calldata is refused', async () => {
    const data = raw(packed(push()))
    const length = 10 + 7 * 64
    for (const word of [29n, 2n ** 32n, 2n ** 64n, 2n ** 256n - 512n, 2n ** 256n - 1n]) {
      const text = word.toString(16).padStart(64, '0')
      expect(await asUser(data.slice(0, length) + text + data.slice(length + 64))).not.toBe('done')
    }
  })

  test('names an unknown move, source or destination is refused', async () => {
    const flags = Number.parseInt(packed(push()).slice(2, 4), 16)
    for (const odd of [flags | 2, flags | 3, flags | 24, flags | 96])
      expect(await asUser(raw(`0x${odd.toString(16).padStart(2, '0')}${packed(push()).slice(4)}`))).not.toBe('done')
  })

  test('spends more than was sold is refused', async () => {
    const twice = packed(push(), push())
    expect(await asUser(raw(twice))).not.toBe('done')
    const fed = packed(push({ destination: 'next-pool' }), push({ source: 'pool' }))
    expect(await asUser(raw(fed))).not.toBe('done')
  })

  test('finds no input in the pool, or pays a next pool after its last leg, is refused', async () => {
    const unfed = packed(push()).replace('0x', '')
    const flags = Number.parseInt(unfed.slice(0, 2), 16)
    const as = (n: number) => `0x${n.toString(16).padStart(2, '0')}${unfed.slice(2)}`
    expect(await asUser(raw(as(flags | 16)))).toMatch('too small for a pool to give anything')
    expect(await asUser(raw(as((flags & ~96) | 64)))).toMatch('cannot be read')
  })

  test('sells or pays zero, or pays the zero address, is refused', async () => {
    expect(await asUser(raw(packed(push()), { minOut: 0n }))).toMatch('minimum to receive is zero')
    for (const recipient of [nativeToken, rig.router])
      expect(await asUser(raw(packed(push()), { recipient }))).toMatch('cannot be the recipient')
    expect(await asUser(raw(packed(push()), { tokenIn: rig.tokens.b }))).toMatch('the same')
  })

  test('is random never touches other accounts', async () => {
    const { tokens, pools, user } = rig
    const places = [...Object.values(tokens), ...Object.values(pools).map(({ address }) => address), rig.router, user]
    const before = await readHoldings(rig)
    const untouched = async () => expect(await readHoldings(rig)).toEqual(before)
    const place = fc.constantFrom(...places)
    const structured = fc
      .tuple(fc.nat(255), place, fc.constantFrom('00000000', '80000000'), fc.constantFrom('000bb8', ''), place)
      .map(([flags, at, share, fee, token]) =>
        [flags.toString(16).padStart(2, '0'), at.slice(2), share, fee, flags & 8 ? token.slice(2) : ''].join(''),
      )
    const route = fc.oneof(
      fc.array(structured, { minLength: 1, maxLength: 3 }).map((legs) => `0x${legs.join('')}`),
      fc.uint8Array({ maxLength: 120 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    )
    await fc.assert(
      fc.asyncProperty(route, place, place, place, async (bytes, tokenIn, tokenOut, recipient) => {
        const data = router.encodeFunctionData('swap', [tokenIn, tokenOut, ether, 1n, recipient, deadline, bytes])
        const tx = { from: rig.stranger, to: rig.router, data }
        if ((await rig.refusal(tx)) === 'done') await rig.undone(() => rig.send(tx).then(untouched))
      }),
      { numRuns: 300 },
    )
    await untouched()
  })
})

describe('a fee that', () => {
  const withFee = (word: bigint) =>
    router.encodeFunctionData('swapWithFee', [
      rig.tokens.a,
      rig.tokens.b,
      ether,
      1n,
      rig.receiver,
      deadline,
      word,
      encodeRoute({ wrapped: undefined, throughRouter: false, legs: [] }),
    ])
  const to = (address: Address, ppm: bigint) => withFee((BigInt(address) << 96n) | ppm)

  test('is above a tenth is refused', async () =>
    expect(await asUser(to(rig.affiliate, 100_001n))).toMatch('above the limit'))
  test.each([nativeToken, '0xrouter'])('goes to %s is refused', async (address) =>
    expect(await asUser(to(address === '0xrouter' ? rig.router : (address as Address), 1n))).toMatch('be an affiliate'),
  )
  test('its affiliate refuses in native currency is refused', async () => {
    const { a, w } = rig.tokens
    const legs = [createLeg(rig.pools.aw2, w)]
    const affiliate = { address: rig.pools.ab2.address, fee: ppm(10_000) }
    expect(
      await asUser(encodeSwapCalldata(rig, { tokenIn: nativeToken, tokenOut: a, legs, affiliate }), ether),
    ).toMatch('does not accept native currency')
  })
})

test('native currency is not sent to a contract that refuses it', async () => {
  const { a } = rig.tokens
  const recipient = rig.pools.ab2.address
  const data = encodeSwapCalldata(rig, {
    tokenIn: a,
    tokenOut: nativeToken,
    legs: [createLeg(rig.pools.aw2, a)],
    recipient,
  })
  expect(await asUser(data)).toMatch('does not accept native currency')
})

test('native currency is not sent to its wrapped form', async () => {
  const { a, w } = rig.tokens
  const asked = { tokenIn: a, tokenOut: nativeToken, legs: [createLeg(rig.pools.aw2, a)] }
  const bounced = encodeSwapCalldata(rig, asked).replace(rig.receiver.slice(2), w.slice(2))
  expect(await asUser(encodeSwapCalldata(rig, asked))).toBe('done')
  expect(await asUser(bounced)).toMatch('cannot be the recipient')

  const affiliate = { address: rig.affiliate, fee: ppm(10_000) }
  const sale = encodeSwapCalldata(rig, {
    tokenIn: nativeToken,
    tokenOut: a,
    legs: [createLeg(rig.pools.aw2, w)],
    affiliate,
  })
  expect(await asUser(sale, ether)).toBe('done')
  expect(await asUser(sale.replace(rig.affiliate.slice(2), w.slice(2)), ether)).toMatch('cannot be an affiliate')
})
