import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { BridgeDeposit, CrossingState } from '#domain/crossing/bridge'
import { isFailure } from '#domain/errors'
import { amount, evm, type Hex, hex, networkName, noBytes, seconds } from '#domain/units'
import { getCctpBridge, getStargateBridge } from '#encoding/contracts/crossing'
import { computeBurnId, encodeCompletionCall, messageTransmitter } from '#encoding/crossing/completion'
import { encodeCompose, encodeReceive, encodeRepay, getEndpoint } from '#encoding/crossing/execution'
import { getNetworkEntry } from '#networks/find'
import { requireOwnCompletion } from './completion.ts'

const network = getNetworkEntry(networkName('base'))
/** Our contracts are not there: what passes all else ends with that. */
const chain: Pick<Chain, 'network' | 'allCodes'> = { network, allCodes: async (places) => [places.map(() => noBytes)] }
const address = (digit: string) => evm(`0x${digit.repeat(40)}`)
const guid = hex(`0x${'9'.repeat(64)}`)
const [endpoint, stargate, cctp] = [getEndpoint(8453), getStargateBridge(network), getCctpBridge(network)]
const composed = { from: address('3'), to: stargate.address, guid, message: hex('0x0304') }
const compose = encodeCompose(composed)
const packet = { nonce: 7n, fromEid: 1, sender: address('1'), toEid: 2, receiver: address('2'), message: hex('0x01') }
const receive = encodeReceive({ ...packet, guid })
const burned = { message: hex(`0x${'00'.repeat(400)}`), attestation: hex('0x0102') }

const bridging = (id: bigint): CrossingState => {
  const deposit: BridgeDeposit = {
    ...{ id, at: seconds(1), asset: address('4'), amount: amount(5n), toChainId: 8453, toAsset: address('5') },
    ...{ paid: amount(5n), receiver: address('6'), refundTo: undefined, deadline: undefined, message: noBytes },
  }
  return { state: 'bridging', deposit }
}

/** Why a call is not made; `undefined` if it may be. */
async function refusal(call: { to: typeof endpoint; data: Hex }, state = bridging(BigInt(guid))): Promise<unknown> {
  try {
    await requireOwnCompletion(chain, { state }, call)
    return undefined
  } catch (error) {
    if (isFailure(error, 'PAYLOAD_MISMATCH')) return error.details.field
    return (error as { code: string }).code
  }
}

test('the execution of a message is of the source’s deposit, by the endpoint, and through our contract alone', async () => {
  expect(await refusal({ to: endpoint, data: receive })).toBeUndefined()
  expect(await refusal({ to: endpoint, data: compose })).toBe('ROUTER_NOT_DEPLOYED')
  for (const data of [receive, compose]) {
    expect(await refusal({ to: address('7'), data })).toBe('to')
    expect(await refusal({ to: endpoint, data }, bridging(BigInt(guid) + 1n))).toBe('deposit')
    expect(await refusal({ to: endpoint, data: hex(`${data}00`) })).toBe('data')
    expect(await refusal({ to: endpoint, data }, { state: 'pending' })).toBe('data')
  }
  expect(await refusal({ to: endpoint, data: encodeCompose({ ...composed, to: address('7') }) })).toBe('data')
})

test('a repayment is of the source’s deposit, by a pool of Stargate there', async () => {
  const data = encodeRepay({
    ...{ guid, index: 0, fromEid: 1, receiver: address('2'), amount: 5n, composed: hex('0x01') },
  })
  const [pool, elsewhere] = [
    '27a16dc786820b16e5c9028b75b99f6f604b5d26',
    'c026395860db2d07ee33e05fe50ed7bd583189c7',
  ].map((digits) => evm(`0x${digits}`)) as [typeof endpoint, typeof endpoint]
  expect(await refusal({ to: pool, data })).toBeUndefined()
  for (const to of [elsewhere, endpoint, address('7')]) expect(await refusal({ to, data })).toBe('to')
  expect(await refusal({ to: pool, data }, bridging(BigInt(guid) + 1n))).toBe('deposit')
  expect(await refusal({ to: pool, data: hex(`${data}00`) })).toBe('data')
})

test('the completion of a burn is of the source’s burn, by Circle’s contract or through ours', async () => {
  const state = bridging(computeBurnId(burned.message))
  const direct = encodeCompletionCall(burned, false)
  const through = encodeCompletionCall(burned, true)
  expect(await refusal({ to: messageTransmitter, data: direct }, state)).toBeUndefined()
  expect(await refusal({ to: cctp.address, data: through }, state)).toBe('ROUTER_NOT_DEPLOYED')
  expect(await refusal({ to: cctp.address, data: direct }, state)).toBe('to')
  expect(await refusal({ to: messageTransmitter, data: through }, state)).toBe('to')
  expect(await refusal({ to: messageTransmitter, data: direct })).toBe('deposit')
})
