import { expect, test } from 'vitest'
import type { BridgeDeposit, CrossingState } from '#domain/crossing/bridge'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { ClaimRequest } from '#domain/trade/crossing'
import { amount, evm, type Hex, hex, networkName, noBytes, seconds } from '#domain/units'
import { encodeCompletionCall } from '#encoding/crossing/completion'
import { trackSigned } from './renewal.ts'

const [network, hash] = [networkName('ethereum'), hex(`0x${'11'.repeat(32)}`)]
const account = evm(`0x${'22'.repeat(20)}`)
const deposit: BridgeDeposit = {
  ...{
    id: 1n,
    at: seconds(1),
    asset: account,
    amount: amount(5n),
    toChainId: 8453,
    toAsset: account,
    paid: amount(5n),
  },
  ...{ receiver: account, refundTo: undefined, deadline: undefined, message: noBytes },
}

/** A completion by a message under a nonce, as signed in this word. */
const signed = (nonce: string, signature: string): Hex =>
  encodeCompletionCall(
    { message: hex(`0x${'00'.repeat(12)}${nonce.repeat(32)}${'00'.repeat(344)}`), attestation: hex(`0x${signature}`) },
    false,
  )

const tracked = (
  data?: Hex,
  isLapsed = false,
  state: CrossingState = { state: 'bridging', deposit },
): TrackedCrossing => {
  const call = data && { to: account, data, by: undefined, until: undefined, ...(isLapsed && { isLapsed }) }
  return { network, hash, state, recoveries: call === undefined ? [] : [{ action: 'complete', ...call }] }
}
const lapsed = tracked(signed('07', '01'), true)

/** What is tracked, look by look, the last one for good; a pause takes its time by the clock. */
async function ask(looks: readonly TrackedCrossing[], action: ClaimRequest['action'] = 'complete') {
  let [now, looked] = [0, 0]
  const [renewed, told]: [TrackedCrossing[], string[]] = [[], []]
  const crossing = {
    track: async () => looks[Math.min(looked++, looks.length - 1)],
    renew: async (one: TrackedCrossing) => void renewed.push(one),
  }
  const sleep = async (milliseconds: number) => {
    now += milliseconds
  }
  const request = { network, hash, action, timeoutSeconds: 20 } as ClaimRequest
  const context = { crossing, clock: { elapsed: () => now, sleep } } as unknown as Parameters<typeof trackSigned>[0]
  const result = await trackSigned(context, request, { tell: ({ what }) => void told.push(what) }).catch(
    (error: { code: string; details: unknown }) => ({ code: error.code, details: error.details }),
  )
  return { result, renewed, told, waited: now }
}

test('what has not lapsed is signed by nobody again, and neither is what is not to be completed', async () => {
  const good = tracked(signed('07', '01'))
  for (const [looks, action] of [
    [[good], 'complete'],
    [[tracked()], 'complete'],
    [[lapsed], 'retry'],
  ] as const)
    expect(await ask(looks, action)).toEqual({ result: looks[0], renewed: [], told: [], waited: 0 })
})

test('what has lapsed is signed again once, and waited for', async () => {
  const renewed = tracked(signed('07', '02'))
  const found = await ask([lapsed, lapsed, tracked(), renewed])
  expect(found).toEqual({ result: renewed, renewed: [lapsed], told: ['signing-again'], waited: 4_000 })
})

test('it is waited for no longer than was asked for', async () => {
  const { result, waited } = await ask([lapsed])
  expect(waited).toBe(20_000)
  expect(result).toEqual({ code: 'TIMED_OUT', details: { what: `Signing the message of ${hash} again`, seconds: 20 } })
})

test('another completed it meanwhile', async () => {
  const success = tracked(undefined, false, { state: 'success', deposit, payment: hash })
  expect((await ask([lapsed, success])).result).toBe(success)
})

test('a message under another nonce is not the one that had lapsed', async () => {
  const [expected, actual] = [`0x${'07'.repeat(32)}`, `0x${'08'.repeat(32)}`]
  expect((await ask([lapsed, tracked(signed('08', '02'))])).result).toEqual({
    code: 'PAYLOAD_MISMATCH',
    details: { field: 'nonce', expected, actual },
  })
})
