/** Built on one machine, signed on another one without a network, sent by the first. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { transactionOf } from '#domain/journal/swap'
import { gasPriceOf } from '#domain/payload'
import type { OfflineDialogue, SendOptions, UnsignedSwap, UnsignedTransaction } from '#domain/trade/offline'
import type { Trader } from '#domain/trade/trader'
import { amount, evm, gas, hex, nativeToken, networkName, ppm, seconds, wei } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createComponents,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { USDC, DAI } = sandboxGround.tokens
const ether = 10n ** 18n
const stranger = evm('0x00000000000000000000000000000000000000aa')

let app: SandboxApp
let rpc: Rpc
let online: Trader
/** A machine whose only endpoint answers nothing. */
let offline: Trader
let offlineState: string
let closeOffline: () => Promise<void>
beforeAll(async () => {
  app = await startSandboxApp()
  rpc = createRpc(app.url)
  online = await app.components.trader()
  offlineState = mkdtempSync(join(tmpdir(), 'swapline-offline-'))
  const parts = createComponents(offlineState, 'http://127.0.0.1:1', 'cancun')
  offline = await parts.trader()
  closeOffline = parts.close
})
afterAll(async () => {
  await closeOffline()
  rmSync(offlineState, { recursive: true, force: true })
  await app.close()
})

const buildSwap = (sell = nativeToken, raw = ether): Promise<UnsignedSwap> =>
  online.buildSwap(
    createSwapRequest({ request: createQuoteRequest(sell, sell === DAI.address ? USDC.address : DAI.address, raw) }),
    trader0,
    autoConfirm(),
  )

const agreeing = (): OfflineDialogue & { readonly asked: UnsignedTransaction[] } => {
  const asked: UnsignedTransaction[] = []
  return {
    asked,
    confirmRisks: async () => undefined,
    confirmSignature: async (unsigned) => void asked.push(unsigned),
  }
}
const sign = (unsigned: UnsignedTransaction, dialogue = agreeing()) =>
  offline.signUnsigned(unsigned, { maxGas: undefined }, dialogue)

const building = { from: trader0, nonce: undefined, timeoutSeconds: 20 }
const sending: SendOptions = { confirmations: 1, timeoutSeconds: 20, wait: true, simulates: true }
const nonceOf = async () => Number(await rpc<string>('eth_getTransactionCount', trader0, 'latest'))

describe('a swap', () => {
  test('is built, signed without a network, and sent: it brings what was quoted', async () => {
    const unsigned = await buildSwap()
    const before = await nonceOf()
    const signed = await sign(unsigned)
    expect(await nonceOf()).toBe(before)
    const intent = await online.sendSigned(signed, sending, autoConfirm())
    expect(transactionOf(intent, 'swap')).toMatchObject({ stage: 'confirmed', hash: signed.hash })
    expect(intent.trade?.bought).toBe(unsigned.trade.quotedOut)
    expect(await nonceOf()).toBe(before + 1)
  })

  test('signed twice is the same bytes and one question; sent twice is one transaction', async () => {
    const unsigned = await buildSwap()
    const dialogue = agreeing()
    const signed = await sign(unsigned, dialogue)
    expect(await sign(unsigned, dialogue)).toEqual(signed)
    expect(dialogue.asked).toHaveLength(1)
    const before = await nonceOf()
    const [first, second] = [
      await online.sendSigned(signed, sending, autoConfirm()),
      await online.sendSigned(signed, sending, autoConfirm()),
    ]
    expect(second.id).toBe(first.id)
    expect(await nonceOf()).toBe(before + 1)
  })

  test('that is signed is sent by nothing else, and the machine that signed does not claim to know', async () => {
    const unsigned = await buildSwap()
    const signed = await sign(unsigned)
    const { intent } = await offline.status(signed.hash)
    expect(transactionOf(intent, 'swap')?.conclusion).toMatchObject({
      stage: 'signed',
      sent: 'maybe',
      mayBroadcast: false,
    })
    // the same on the machine with a network, had it signed
    const here = await online.signUnsigned(unsigned, { maxGas: undefined }, agreeing())
    expect(here).toEqual(signed)
    const before = await nonceOf()
    const stored = await online.status(signed.hash)
    const following = { confirmations: 1, timeoutSeconds: 2 }
    await expect(online.follow(stored.intent, following, autoConfirm())).rejects.toMatchObject({ exit: 13 })
    expect(await nonceOf()).toBe(before)
    await online.sendSigned(signed, sending, autoConfirm())
    expect(await nonceOf()).toBe(before + 1)
  })

  test('whose nonce another transaction took is not sent', async () => {
    const signed = await sign(await buildSwap())
    await online.swap(
      createSwapRequest({ request: createQuoteRequest(nativeToken, DAI.address, ether) }),
      autoConfirm(),
    )
    const before = await nonceOf()
    await expect(online.sendSigned(signed, sending, autoConfirm())).rejects.toMatchObject({
      code: 'REPLACED',
      exit: 14,
    })
    expect(await nonceOf()).toBe(before)
  })

  test('is not signed after its deadline, nor sent', async () => {
    const unsigned = await buildSwap()
    const late = { ...unsigned, trade: { ...unsigned.trade, deadline: seconds(unsigned.trade.deadline - 900) } }
    await expect(sign(late)).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' })
    const signed = await sign(unsigned)
    const snapshot = await rpc('evm_snapshot')
    await rpc('evm_increaseTime', 400)
    await rpc('evm_mine')
    await expect(online.sendSigned(signed, sending, autoConfirm())).rejects.toMatchObject({
      code: 'PAYLOAD_MISMATCH',
      details: { field: 'deadline' },
    })
    await rpc('evm_revert', snapshot)
  })

  test('a no is a no: nothing is signed', async () => {
    const unsigned = await buildSwap()
    const no = { ...agreeing(), confirmSignature: () => Promise.reject(fail('DECLINED', {})) }
    await expect(sign(unsigned, no)).rejects.toMatchObject({ code: 'DECLINED' })
    await expect(offline.status(`offline:${unsigned.nonce}`)).rejects.toMatchObject({ code: 'SWAP_NOT_FOUND' })
  })
})

test('a token needs its approval first, built and signed in the same way', async () => {
  const raw = 1_500n * 10n ** 18n
  await expect(buildSwap(DAI.address, raw)).rejects.toMatchObject({ details: { check: 'allowance' } })
  const token = (await app.components.tokens()).list(sandbox).find(({ symbol }) => symbol === 'DAI')
  if (token === undefined) throw new Error('no DAI')
  const approval = await online.buildApproval({ token, amount: amount(raw), ...building }, autoConfirm())
  await online.sendSigned(await sign(approval), sending, autoConfirm())
  const unsigned = await buildSwap(DAI.address, raw)
  const intent = await online.sendSigned(await sign(unsigned), sending, autoConfirm())
  expect(intent.trade?.bought).toBe(unsigned.trade.quotedOut)
})

describe('what was changed on the way is refused', () => {
  let unsigned: UnsignedSwap
  beforeAll(async () => {
    unsigned = await buildSwap()
  })
  const withPayload = (change: Partial<UnsignedSwap['payload']>): UnsignedSwap => ({
    ...unsigned,
    payload: { ...unsigned.payload, ...change },
  })
  const withTrade = (change: Partial<UnsignedSwap['trade']>): UnsignedSwap => ({
    ...unsigned,
    trade: { ...unsigned.trade, ...change },
  })
  /** The calldata with another word at this place, counted in bytes from the selector's end. */
  const withWord = (index: number, value: bigint): UnsignedSwap => {
    const at = 10 + 64 * index
    const { data } = unsigned.payload
    return withPayload({ data: hex(data.slice(0, at) + value.toString(16).padStart(64, '0') + data.slice(at + 64)) })
  }

  test.each<[string, () => UnsignedTransaction, string]>([
    ['the router', () => withPayload({ to: stranger }), 'ROUTER_NOT_TRUSTED'],
    ['the value', () => withPayload({ value: wei(2n * ether) }), 'PAYLOAD_MISMATCH'],
    ['the chain', () => withPayload({ chainId: 1 }), 'PAYLOAD_MISMATCH'],
    ['the network', () => ({ ...unsigned, network: networkName('base') }), 'PAYLOAD_MISMATCH'],
    ['the recipient beside the bytes', () => withTrade({ to: stranger }), 'PAYLOAD_MISMATCH'],
    [
      'the minimum beside the bytes',
      () => withTrade({ minimumOut: amount(unsigned.trade.minimumOut - 1n) }),
      'PAYLOAD_MISMATCH',
    ],
    ['the amount beside the bytes', () => withTrade({ sellAmount: amount(ether - 1n) }), 'PAYLOAD_MISMATCH'],
    [
      'the bought token',
      () => withTrade({ buy: { ...unsigned.trade.buy, address: evm(USDC.address) } }),
      'PAYLOAD_MISMATCH',
    ],
    ['the decimals of a token', () => withTrade({ buy: { ...unsigned.trade.buy, decimals: 6 } }), 'PAYLOAD_MISMATCH'],
    ['the deadline', () => withTrade({ deadline: seconds(unsigned.trade.deadline + 60) }), 'PAYLOAD_MISMATCH'],
    ['the price of gas', () => withPayload({ fees: { type: 0, gasPrice: wei(10n ** 15n) } }), 'GAS_ABOVE_LIMIT'],
    [
      'the tip above the price',
      () => withPayload({ fees: { type: 2, maxFeePerGas: wei(1n), maxPriorityFeePerGas: wei(2n) } }),
      'PAYLOAD_MISMATCH',
    ],
    ['the gas limit', () => withPayload({ gasLimit: gas(16_777_217n) }), 'GAS_ABOVE_LIMIT'],
    ['the call', () => withPayload({ data: hex('0x095ea7b3') }), 'PAYLOAD_MISMATCH'],
    ['the sender', () => withPayload({ from: stranger }), 'ACCOUNT_NOT_FOUND'],
    ['a word of the call', () => withWord(3, 1n), 'PAYLOAD_MISMATCH'],
  ])('%s', async (_, change, code) => {
    const dialogue = agreeing()
    await expect(sign(change(), dialogue)).rejects.toMatchObject({ code })
    expect(dialogue.asked).toEqual([])
  })

  test('more gas than the signer allows, whatever the file says', async () => {
    const budget = { ...unsigned.budget, maxCost: wei(10n * ether), maxPrice: wei(10n ** 18n) }
    const dear = { ...withPayload({ fees: { type: 0, gasPrice: wei(10n ** 12n) } }), budget }
    await expect(sign(dear)).rejects.toMatchObject({ code: 'GAS_ABOVE_LIMIT' })
  })

  test('signed bytes that are not those of the file', async () => {
    const signed = await sign(unsigned)
    const raised = withTrade({ minimumOut: amount(unsigned.trade.minimumOut + 1n) })
    const before = await nonceOf()
    for (const [one, code] of [
      [{ ...signed, unsigned: withPayload({ gasLimit: gas(unsigned.payload.gasLimit + 1n) }) }, 'PAYLOAD_MISMATCH'],
      [{ ...signed, unsigned: { ...unsigned, nonce: unsigned.nonce + 1 } }, 'PAYLOAD_MISMATCH'],
      [{ ...signed, unsigned: raised }, 'PAYLOAD_MISMATCH'],
      [{ ...signed, hash: hex(`0x${'11'.repeat(32)}`) }, 'PAYLOAD_MISMATCH'],
      [{ ...signed, raw: hex(`${signed.raw}00`) }, 'VALIDATION_FAILED'],
      [{ ...signed, raw: hex('0x02') }, 'VALIDATION_FAILED'],
    ] as const)
      await expect(online.sendSigned(one, sending, autoConfirm())).rejects.toMatchObject({ code })
    expect(await nonceOf()).toBe(before)
  })
})

test('an approval that was changed on the way is refused', async () => {
  const token = (await app.components.tokens()).list(sandbox).find(({ symbol }) => symbol === 'USDC')
  if (token === undefined) throw new Error('no USDC')
  const request = { token, amount: amount(5n), ...building }
  const built = await online.buildApproval(request, autoConfirm())
  const withPayload = (change: Partial<typeof built.payload>) => ({
    ...built,
    payload: { ...built.payload, ...change },
  })
  const { data } = built.payload
  for (const [changed, code] of [
    [withPayload({ chainId: 1 }), 'PAYLOAD_MISMATCH'],
    [withPayload({ to: evm(DAI.address) }), 'PAYLOAD_MISMATCH'],
    [withPayload({ value: wei(1n) }), 'PAYLOAD_MISMATCH'],
    [withPayload({ data: hex(`${data.slice(0, -1)}6`) }), 'PAYLOAD_MISMATCH'],
    [withPayload({ data: hex(`${data}00`) }), 'PAYLOAD_MISMATCH'],
    [withPayload({ data: hex(data.replace(data.slice(34, 74), stranger.slice(2))) }), 'ROUTER_NOT_TRUSTED'],
    [{ ...built, amount: amount(4n) }, 'PAYLOAD_MISMATCH'],
    [{ ...built, token: { ...token, decimals: 18 } }, 'PAYLOAD_MISMATCH'],
  ] as const)
    await expect(sign(changed)).rejects.toMatchObject({ code })
  // An unlisted token calls itself what it wants: it is a risk to be asked about.
  const fake = { ...token, address: stranger, decimals: 30, listed: false }
  const confirmRisks = async ({ sell }: { readonly sell: unknown }) => {
    if (sell === fake) throw fail('DECLINED', {})
  }
  const asked = sign({ ...withPayload({ to: stranger }), token: fake }, { ...agreeing(), confirmRisks })
  await expect(asked).rejects.toMatchObject({ code: 'DECLINED' })
})

test('a speedup of a transaction that was signed from a file costs at most what the signer allowed', async () => {
  const built = await buildSwap(nativeToken, ether / 10n)
  const { gasLimit, fees } = built.payload
  const maxGas = wei(gasLimit * gasPriceOf(fees) * 2n)
  const file = { ...built, budget: { ...built.budget, maxPrice: wei(10n ** 15n), maxCost: wei(100n * ether) } }
  const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
  const signed = await online.signUnsigned(file, { maxGas }, agree)
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${((maxGas / gasLimit) * 50n).toString(16)}`)
  await rpc('evm_mine')
  const request = { reference: signed.hash, kind: 'speedup', bump: ppm(125_000), confirmations: 1 } as const
  const faster = online.replace({ ...request, timeoutSeconds: 5, wait: false }, autoConfirm())
  await expect(faster).rejects.toMatchObject({ code: 'GAS_ABOVE_LIMIT' })
}, 60_000)
