/**
 * `tx decode` says `ours: true`, and shows a harmless swap alone, of a document that does more than this swap:
 * - a batch of calls (EIP-5792 `wallet_sendCalls`, a multicall of a smart account) whose second call has no calldata: a plain
 *   transfer of the native currency to a thief. `listPayloads` looks only at objects with `data` or `input`, so a call
 *   without either is skipped, while the same call with `"data": "0x"` is refused as «several payloads».
 * - a transaction of type 4 (EIP-7702) whose `authorizationList` hands the account's code to a stranger.
 * - a file of `tx sign` whose `raw` bytes pay a thief, beside the terms of a swap: `tx decode` reads the terms alone (`tx send`
 *   compares the two; whoever publishes the bytes by another tool does not).
 * What a user loses: whoever decodes the payload before signing it, which is what the command is for, sees «Sells 1 ETH, to
 * yourself», signs, and pays the thief, or gives the whole account away.
 * Severity: medium (high for the authorization).
 * To blame: src/cli/request/payload-to-decode.ts:41 (`listPayloads`) and :52 (`readFields`, which ignores what else the
 * transaction has).
 */
import { Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { amount, evm, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwapCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()
const base = getNetworkEntry('base')
const owner = evm(`0x${'a1'.repeat(20)}`)
const thief = evm(`0x${'bad0'.repeat(10)}`)
const data = encodeSwapCall(
  {
    tokenIn: nativeToken,
    tokenOut: base.wrapped,
    amountIn: amount(10n ** 18n),
    minimumOut: amount(10n ** 18n),
    recipient: owner,
    deadline: seconds(1_900_000_000),
    affiliate: undefined,
    wrapped: base.wrapped,
  },
  [],
)
const swap = { from: owner, to: getRouter(base).address, chainId: 8453, value: '0xde0b6b3a7640000', data }

async function isOurs(document: object): Promise<boolean> {
  const words = ['tx', 'decode', '-', '-n', 'base', '-o', 'json']
  const { stdout } = await runSwapline(createHome(), words, { input: JSON.stringify(document) })
  return JSON.parse(stdout).data?.ours === true
}

test('a batch with a transfer beside the swap is not said to be our swap', async () => {
  expect(await isOurs(swap)).toBe(true)
  const transfer = { to: thief, value: '0x56bc75e2d63100000' } // 100 ETH
  expect(
    await isOurs({ version: '2.0.0', from: owner, chainId: '0x2105', calls: [swap, { ...transfer, data: '0x' }] }),
  ).toBe(false)
  expect(await isOurs({ version: '2.0.0', from: owner, chainId: '0x2105', calls: [swap, transfer] })).toBe(false)
})

test('a transaction that also hands the account to the code of a stranger is not said to be our swap', async () => {
  const authorizationList = [{ chainId: '0x2105', address: thief, nonce: '0x0' }]
  expect(await isOurs({ ...swap, type: '0x4', authorizationList })).toBe(false)
})

test('a signed file whose bytes are another transaction than the one beside them is not said to be our swap', async () => {
  const raw = await new Wallet(`0x${'11'.repeat(32)}`).signTransaction({
    ...{ type: 2, chainId: 8453, nonce: 0, to: thief, value: 100n * 10n ** 18n },
    ...{ gasLimit: 21_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n },
  })
  expect(await isOurs({ schema: 'swapline/signed@1', unsigned: { transaction: swap }, raw })).toBe(false)
})
