/** `tx decode` is for payloads of others: what it shows has to be what their transaction does. */
import { Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import { amount, evm, type Hex, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwapCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import { checksum } from '#text/checksum'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()
const base = getNetworkEntry('base')
const router = getRouter(base).address
const owner = evm(`0x${'a1'.repeat(20)}`)
const thief = evm(`0x${'bad0'.repeat(10)}`)

/** Wraps one ether for this recipient. */
const encode = (recipient = owner): Hex =>
  encodeSwapCall(
    {
      tokenIn: nativeToken,
      tokenOut: base.wrapped,
      amountIn: amount(10n ** 18n),
      minimumOut: amount(10n ** 18n),
      recipient,
      deadline: seconds(1_900_000_000),
      affiliate: undefined,
      wrapped: base.wrapped,
    },
    [],
  )

const run = (document: string, words: readonly string[] = ['-n', 'base']) =>
  runSwapline(createHome(), ['tx', 'decode', '-', ...words, '-o', 'json'], { input: document })

const decode = async (document: object, words?: readonly string[]): Promise<object> =>
  JSON.parse((await run(JSON.stringify(document), words)).stdout).data

const payload = { from: owner, to: router, chainId: 8453, value: '1000000000000000000', data: encode() }
const { data, ...rest } = payload
const ours = { ours: true, recipient: checksum(owner), sellAmount: '1000000000000000000' }
const bare = { to: thief, value: '0x56bc75e2d63100000' } // 100 ETH, without calldata
const several = 'There are several payloads in it, and they differ.'

/** A transaction as another program signs it. */
const sign = (call: { to: string; value: bigint; data: string }): Promise<string> =>
  new Wallet(`0x${'11'.repeat(32)}`).signTransaction({
    ...{ type: 2, chainId: 8453, nonce: 0, gasLimit: 300_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n },
    ...call,
  })
const signedSwap = () => sign({ to: router, value: 10n ** 18n, data })

describe('a payload for our router is ours', () => {
  test.each<[string, object]>([
    ['as a wallet has it', payload],
    ['in a document', { schema: 'x', data: { payload } }],
    ['twice, and the same', [payload, { payload }]],
    [
      'as a node writes it',
      { ...rest, to: checksum(router), chainId: '0x2105', value: '0xde0b6b3a7640000', input: data },
    ],
    ['without what is around it', { data }],
    ['in a list of calls of its own', { from: owner, calls: [payload], capabilities: {} }],
    ['with an empty list of authorizations', { ...payload, authorizationList: [] }],
  ])('%s', async (_, document) => {
    expect(await decode(document)).toMatchObject(ours)
  })

  test('as signed bytes, alone and beside what they are', async () => {
    const raw = await signedSwap()
    expect(await decode({ raw })).toMatchObject(ours)
    expect(await decode({ schema: 'swapline/signed@1', unsigned: { transaction: payload }, raw })).toMatchObject(ours)
    expect(await decode({ rawTransaction: raw, tx: { ...payload, chainId: undefined } })).toMatchObject(ours)
  })

  test('without a network, or with another one in the environment, by its chain id', async () => {
    expect(await decode(payload, [])).toMatchObject(ours)
    const { stdout } = await runSwapline(createHome(), ['tx', 'decode', '-'], {
      input: JSON.stringify(payload),
      env: { SWAPLINE_NETWORK: 'polygon' },
    })
    expect(stdout).toContain('Sells      1 ETH\n')
  })
})

describe('a payload is reported as not ours', () => {
  test.each<[string, object]>([
    ['for another contract', { to: thief }],
    ['that creates a contract', { to: null }],
    ['on another chain', { chainId: 1 }],
    ['on a chain that is not known', { chainId: 999_999_999 }],
    ['that pays more than it sells', { value: '9000000000000000000' }],
    ['that pays less than it sells', { value: '0x0' }],
    ['that only pays', { data: undefined, to: thief }],
  ])('%s', async (_, lie) => {
    expect(await decode({ ...payload, ...lie })).toEqual({ ours: false })
  })

  test('for another contract, on a chain that is not named', async () => {
    expect(await decode({ to: thief, data }, [])).toEqual({ ours: false })
    expect(await decode({ to: router, data }, [])).toMatchObject(ours)
  })
})

// Which of them will be signed is not known here.
describe('what is not one payload is refused', () => {
  const stolen = JSON.stringify({ ...payload, data: encode(thief) })
  const authorization = { chainId: '0x2105', address: thief, nonce: '0x0' }
  const authorizes = 'It has authorizations by EIP-7702, which let other code act for an account.'
  test.each([
    ['another one before its own bytes', `{"quote":{"data":"${data}"},${stolen.slice(1)}`, several],
    ['another one beside it', `[${JSON.stringify(payload)},${stolen}]`, several],
    ['data and input', JSON.stringify({ ...payload, input: encode(thief) }), several],
    ['a call without calldata after it', JSON.stringify({ calls: [payload, bare] }), several],
    ['a call with empty calldata after it', JSON.stringify({ calls: [payload, { ...bare, data: '0x' }] }), several],
    ['a call without a recipient after it', JSON.stringify([payload, { value: bare.value }]), several],
    ['a call in other words before it', JSON.stringify([{ target: thief, amount: bare.value }, { payload }]), several],
    ['a call within it', JSON.stringify({ ...payload, next: bare }), several],
    ['an authorization', JSON.stringify({ ...payload, type: '0x4', authorizationList: [authorization] }), authorizes],
    ['an authorization beside it', JSON.stringify({ payload, eip7702Auth: authorization }), authorizes],
    ['data twice', `{"data":"${data}",${stolen.slice(1)}`, 'An object in it has a key twice.'],
    ['no JSON', `data = {"data":"${data}"}`, 'It is neither hex nor JSON.'],
    ['no calldata', '{"to":"0x"}', 'There is no calldata in it.'],
    ['no address', JSON.stringify({ ...payload, to: '0x12' }), 'Its "to" is no address.'],
    ['a rounded amount', `{"data":"${data}","value":1000000000000000001}`, 'Its "value" cannot be read exactly.'],
    ['half a byte', '{"data":"0xabc"}', 'That is not calldata: it is not hex of whole bytes.'],
  ])('%s', async (_, document, message) => {
    const { code, stdout } = await run(document)
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'USAGE', message })
  })

  test.each([
    ['raw', async () => sign({ ...bare, value: 10n ** 20n, data: '0x' }), several],
    ['rawTransaction', async () => sign({ to: thief, value: 10n ** 18n, data }), several],
    ['signedTransaction', async () => sign({ to: router, value: 2n * 10n ** 18n, data }), several],
    [
      'raw',
      async () => `0x04${'00'.repeat(99)}`,
      'There are signed bytes in it that are no transaction which can be read.',
    ],
  ])('signed bytes that are another transaction than the one beside them: %s', async (name, createRaw, message) => {
    const document = { unsigned: { transaction: payload }, [name]: await createRaw() }
    const { code, stdout } = await run(JSON.stringify(document))
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'USAGE', message })
  })
})
