/** `tx decode` is for payloads of others: what it shows has to be what their transaction does. */
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

const decode = async (document: string): Promise<{ readonly ours: boolean; readonly recipient?: string }> => {
  const { stdout } = await runSwapline(createHome(), ['tx', 'decode', '-', '-n', 'base', '-o', 'json'], {
    input: document,
  })
  return JSON.parse(stdout).data
}

const payload = { from: owner, to: router, chainId: 8453, value: '1000000000000000000', data: encode() }

test('a payload for our router is ours', async () => {
  expect(await decode(JSON.stringify(payload))).toMatchObject({ ours: true })
})

// Only `data` is read. "Any payload as the request it serves; any other is reported as not ours": our calldata sent to
// another contract, or with other value, is shown as a harmless swap, and who signs it elsewhere has paid the thief.
describe('a payload is reported as not ours', () => {
  test.each<[string, object]>([
    ['for another contract', { to: thief }],
    ['on another chain', { chainId: 1 }],
    ['that pays more than it sells', { value: '9000000000000000000' }],
  ])('%s', async (_, lie) => {
    expect(await decode(JSON.stringify({ ...payload, ...lie }))).toEqual({ ours: false })
  })
})

// The first "data" of the text is taken, wherever it is: a member before the payload's own hides the real bytes, so the
// screen says "to yourself" of a transaction that pays the thief.
test('the bytes that are shown are those of the payload, not of a member before them', async () => {
  const document = JSON.stringify({ quote: { data: encode() }, ...payload, data: encode(thief) })
  expect(await decode(document)).not.toMatchObject({ ours: true, recipient: checksum(owner) })
})
