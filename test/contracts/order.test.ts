import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amount, evm, hex, nativeToken, seconds } from '#domain/units'
import { routerAbi } from '#encoding/contracts/router.gen'
import { encodeOrderCall } from '#encoding/order/call'
import { computeOrderDigest } from '#encoding/order/digest'
import { encodeCancel, readNonces } from '#encoding/order/nonces'
import { getTestContractCode } from './compile.ts'
import { readHoldings } from './holdings.ts'
import { createRig, ether, now, type Rig } from './rig.ts'
import { affiliateFee, encodeOrder, encodeRoute, fund, sellerAddress, signOrder, swapFee, typedData } from './seller.ts'
import { expectNothingStays, readBought } from './trade.ts'

const router = new Interface(routerAbi)
const signingWallet = new Interface(['function sign(bytes32)', 'function approve(address, address)'])
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
  await fund(rig)
})
afterAll(() => rig.close())

const asRelayer = (data: string) => rig.refusal({ from: rig.stranger, to: rig.router, data })
const fill = (data: string) => rig.send({ from: rig.stranger, to: rig.router, data })

test('takes the sold amount and both fees, and nothing from anyone else', () =>
  rig.undone(async () => {
    const { a, b } = rig.tokens
    const held = () =>
      Promise.all([
        rig.balance(a, sellerAddress),
        rig.balance(a, rig.stranger),
        rig.balance(a, rig.affiliate),
        rig.balance(b, rig.receiver),
      ])
    const others = await readHoldings(rig)
    const before = await held()
    const mined = await fill(await encodeOrder(rig, typedData(rig)))
    const [lost = 0n, fee, affiliate, received = 0n] = (await held()).map((n, i) => n - (before[i] ?? 0n))
    expect([lost, fee, affiliate]).toEqual([-ether, swapFee, affiliateFee])
    expect(received).toBeGreaterThan((96n * ether) / 100n)
    expect(readBought(rig, mined, rig.tokens.b)).toBe(received)
    expect(await readHoldings(rig)).toEqual(others)
    await expectNothingStays(rig)
  }))

test('pays native currency if the order buys it', () =>
  rig.undone(async () => {
    const before = await rig.native(rig.receiver)
    const mined = await fill(await encodeOrder(rig, typedData(rig, { toAsset: nativeToken })))
    expect((await rig.native(rig.receiver)) - before).toBe(readBought(rig, mined, nativeToken))
  }))

test('enforces the minimum to the wei', () =>
  rig.undone(async () => {
    const mined = await rig.undone(async () => fill(await encodeOrder(rig, typedData(rig))))
    const bought = readBought(rig, mined, rig.tokens.b) ?? 0n
    const exact = typedData(rig, { amountOutMin: amount(bought) })
    expect(await asRelayer(await encodeOrder(rig, exact))).toBe('done')
    const more = typedData(rig, { amountOutMin: amount(bought + 1n) })
    expect(await asRelayer(await encodeOrder(rig, more))).toMatch(`below the minimum of ${bought + 1n}`)
  }))

describe('a nonce', () => {
  test('works once and leaves other nonces unused', () =>
    rig.undone(async () => {
      const data = await encodeOrder(rig, typedData(rig))
      await fill(data)
      expect(await asRelayer(data)).toMatch('carried out or cancelled before')
      expect(await asRelayer(await encodeOrder(rig, typedData(rig, { nonce: 8n })))).toBe('done')
      expect(await asRelayer(await encodeOrder(rig, typedData(rig, { nonce: 256n + 7n })))).toBe('done')
      const read = readNonces(rig.router, sellerAddress, 0n)
      const answer = await rig.simulate({ from: rig.user, to: read.to, data: read.data })
      expect(read.decode(answer)).toBe(128n)
    }))

  test('does not work after its owner cancelled it; a stranger cancels only their own', () =>
    rig.undone(async () => {
      const data = await encodeOrder(rig, typedData(rig, { nonce: 300n }))
      await rig.send({ from: rig.stranger, to: rig.router, data: encodeCancel(300n) })
      expect(await asRelayer(data)).toBe('done')
      await rig.send({ from: sellerAddress, to: rig.router, data: encodeCancel(300n) })
      expect(await asRelayer(data)).toMatch('with nonce 300 was carried out or cancelled')
    }))
})

describe('a signature', () => {
  test.each([
    'recipient',
    'fromAsset',
    'toAsset',
    'deadline',
    'amountOutMin',
    'swapFee',
    'amountIn',
    'affiliate',
    'affiliateFee',
    'nonce',
    'sender',
  ] as const)('is for one %s only', async (field) => {
    const data = typedData(rig)
    const old = BigInt(data.message[field])
    const isAddress = data.message[field].startsWith('0x')
    const changed = isAddress ? evm(`0x${(old ^ 1n).toString(16).padStart(40, '0')}`) : String(old + 1n)
    const message = { ...data.message, [field]: changed }
    const wrong = { order: message, signature: await signOrder(data), route: encodeRoute(rig, data) }
    expect(await asRelayer(encodeOrderCall(wrong))).toMatch('is not signed by')
  })

  test('is valid for one router and one chain only', async () => {
    const elsewhere = typedData(rig, { router: rig.stranger })
    expect(await asRelayer(await encodeOrder(rig, elsewhere))).toMatch('is for another router')
    const otherChain = typedData(rig, { chainId: 1 })
    expect(await asRelayer(await encodeOrder(rig, otherChain))).toMatch('is not signed by')
    const data = typedData(rig)
    const foreign = { ...data, domain: { ...data.domain, verifyingContract: rig.stranger } }
    expect(await asRelayer(await encodeOrder(rig, data, { signature: await signOrder(foreign) }))).toMatch('not signed')
  })

  test('has one form: neither the higher s nor 64 bytes are accepted', async () => {
    const data = typedData(rig)
    const good = await signOrder(data)
    const s = (order - BigInt(`0x${good.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const v = good.endsWith('1b') ? '1c' : '1b'
    for (const signature of [
      hex(`${good.slice(0, 66)}${s}${v}`),
      hex(good.slice(0, -2)),
      hex(`${good}00`),
      hex(`${good.slice(0, -2)}00`),
      hex(`0x${'00'.repeat(65)}`),
      hex('0x'),
    ])
      expect(await asRelayer(await encodeOrder(rig, data, { signature }))).toMatch('is not signed by')
  })

  test('that recovers to the zero address is refused', async () => {
    const nobody = typedData(rig, { sender: rig.stranger, nonce: 1n })
    expect(await asRelayer(await encodeOrder(rig, nobody))).toMatch('is not signed by')
  })

  test('may be from a contract, for the digest that we compute', () =>
    rig.undone(async () => {
      const wallet = await rig.deploy(rig.maker, getTestContractCode('SigningWallet'))
      await fund(rig, wallet)
      const data = typedData(rig, { sender: wallet })
      const calldata = await encodeOrder(rig, data, { signature: hex('0x1234') })
      expect(await asRelayer(calldata)).toMatch('is not signed by')
      const sign = (digest: string) =>
        rig.send({ from: rig.maker, to: wallet, data: signingWallet.encodeFunctionData('sign', [digest]) })
      await sign(computeOrderDigest(data))
      expect(await asRelayer(calldata)).toBe('done')
      await sign(computeOrderDigest(typedData(rig, { sender: wallet, nonce: 8n })))
      expect(await asRelayer(calldata)).toMatch('is not signed by')
    }))
})

describe('is refused', () => {
  const raw = async (over: Parameters<typeof typedData>[1], changed: object = {}) => {
    const base = typedData(rig, over)
    const data = { ...base, message: { ...base.message, ...changed } }
    const values = data.types.Swap.map(({ name }) => data.message[name])
    return router.encodeFunctionData('fillOrder', [
      values,
      await signOrder(data),
      '0x',
      encodeRoute(rig, typedData(rig)),
    ])
  }

  test.each<[string, Parameters<typeof typedData>[1], object, RegExp]>([
    ['after its deadline', { deadline: seconds(now - 1) }, {}, /deadline/],
    ['without a minimum', {}, { amountOutMin: '0' }, /minimum to receive is zero/],
    ['where it sells native currency', {}, { fromAsset: nativeToken }, /wei came with the call/],
    ['where it buys what it sells', {}, { toAsset: 'fromAsset' }, /the same/],
    ['with an affiliate fee above a tenth', {}, { affiliateFee: String(ether) }, /above the limit/],
    ['with a fee for nobody', {}, { affiliate: nativeToken }, /be an affiliate/],
    ['with amounts above 128 bits', {}, { swapFee: String(2n ** 128n) }, /above 128 bits/],
    ['for nobody', {}, { recipient: nativeToken }, /cannot be the recipient/],
    ['never, where it is right', {}, {}, /^done$/],
  ])('%s', async (_, over, changed, words) => {
    const meant = 'toAsset' in changed ? { toAsset: rig.tokens.a } : changed
    expect(await asRelayer(await raw(over, meant))).toMatch(words)
  })

  test('if the router would be the recipient', async () => {
    expect(await asRelayer(await raw({ recipient: rig.router }))).toMatch('cannot be the recipient')
  })

  test('with lengths beyond the calldata', async () => {
    const data = await encodeOrder(rig, typedData(rig))
    for (const index of [12, 13, 14])
      for (const value of [2n ** 256n - 512n, 2n ** 64n, 2n ** 256n - 1n]) {
        const offset = Number(BigInt(`0x${data.slice(10 + index * 64, 10 + (index + 1) * 64)}`))
        const at = 10 + offset * 2
        const patched = data.slice(0, at) + value.toString(16).padStart(64, '0') + data.slice(at + 64)
        expect(await asRelayer(patched)).not.toBe('done')
      }
  })
})

test('returns its EIP-712 domain (ERC-5267)', async () => {
  const data = router.encodeFunctionData('eip712Domain')
  const answer = await rig.simulate({ from: rig.user, to: rig.router, data })
  const found = router.decodeFunctionResult('eip712Domain', answer)
  const { domain } = typedData(rig)
  expect([found[0], found[1], found[2], found[3]]).toEqual(['0x0f', domain.name, domain.version, 31337n])
  expect((found[4] as string).toLowerCase()).toBe(rig.router)
})
