/** Messages of CCTP: those of our double and what we make of them, beside what Circle's own contracts sent. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { encodeCompletion, readAttestation } from '#bridges/cctp/complete'
import { bridge } from '#bridges/cctp/index'
import { decodeBurnMessage, isAttestedForm } from '#bridges/cctp/message'
import type { BridgeService, CrossingState } from '#domain/crossing/bridge'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { messageTransmitter } from '#encoding/crossing/completion'
import { startAnvil } from '#test/contracts/anvil'
import { getTestContractCode } from '#test/contracts/compile'
import { attest, messengerDouble, transmitterDouble, wordOf } from './cctp-double.ts'
import { placeCode, readSent } from './cctp-fixture.ts'
import { createReader, createSender } from './side.ts'

interface Recorded {
  readonly sourceDomain: number
  readonly destinationDomain: number
  readonly tokenMessengerSource: string
  readonly tokenMessengerDest: string
  readonly burnToken: string
  readonly depositor: string
  readonly mintRecipient: string
  readonly destinationCaller: string
  readonly amount: string
  readonly maxFee: string
  readonly minFinalityThreshold: number
  readonly hookData: string
  readonly messageSent: Hex
  readonly attested: { readonly message: Hex; readonly attestation: Hex }
}
const recorded: { readonly messages: readonly Recorded[] } = JSON.parse(
  readFileSync('test/crossing/cctp-messages.data.json', 'utf8'),
)

test('a message of the double is what Circle’s own contract sent, byte for byte', async () => {
  const [first] = recorded.messages
  if (first === undefined) throw new Error('nothing is recorded')
  const chain = await startAnvil('--hardfork', 'cancun')
  try {
    const maker = evm((await chain.rpc<string[]>('eth_accounts'))[9] ?? '')
    const side = { chain, maker, on: createSender(chain), reader: createReader(chain) }
    const [messenger, burned] = [evm(first.tokenMessengerSource), evm(first.burnToken)]
    await placeCode(side, getTestContractCode('CctpMessengerDouble'), messenger)
    await placeCode(side, getTestContractCode('CctpTransmitterDouble'), messageTransmitter)
    await placeCode(side, getTestContractCode('BurnedToken'), burned)
    const send = async (to: Address, data: string, from = side.maker) => {
      const sent = await side.on.send({ from, to, data })
      if (!sent.ok) throw new Error('refused')
      return sent
    }
    await send(messageTransmitter, transmitterDouble.encodeFunctionData('configure', [0, side.maker]))
    const limits = [messageTransmitter, side.maker, burned, 2n ** 100n]
    await send(messenger, messengerDouble.encodeFunctionData('configure', limits))
    const linked = [6, wordOf(first.tokenMessengerDest), wordOf(burned), burned]
    await send(messenger, messengerDouble.encodeFunctionData('link', linked))
    for (const one of recorded.messages) {
      const values = [
        one.amount,
        one.destinationDomain,
        wordOf(one.mintRecipient),
        one.burnToken,
        wordOf(one.destinationCaller),
        one.maxFee,
        one.minFinalityThreshold,
        one.hookData,
      ]
      const data = messengerDouble.encodeFunctionData('depositForBurnWithHook', values)
      const { hash } = await send(messenger, data, evm(one.depositor))
      expect(await readSent(side, hash)).toBe(one.messageSent)
    }
    expect(recorded.messages).toHaveLength(8)
  } finally {
    chain.close()
  }
})

test('what was signed for a burn is the burned message, filled in; the recorded ones are', () => {
  for (const { messageSent, attested } of recorded.messages) {
    expect(isAttestedForm(messageSent, attested.message)).toBe(true)
    expect(readAttestation({ messages: [attested] }, messageSent)).toEqual(attested)
    const filledIn = new Set([...range(12, 44), ...range(144, 148), ...range(312, 376)])
    for (let at = 0; at < (attested.message.length - 2) / 2; at += 1) {
      const [start, end] = [attested.message.slice(0, 2 + 2 * at), attested.message.slice(4 + 2 * at)]
      const byte = attested.message.slice(2 + 2 * at, 4 + 2 * at) === 'ff' ? 'fe' : 'ff'
      // the highest fee is a million: two low bytes may be anything
      if (filledIn.has(at) && !(at >= 312 && at < 344)) continue
      expect([at, isAttestedForm(messageSent, hex(`${start}${byte}${end}`))]).toEqual([at, at === 342 || at === 343])
    }
  }
})
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

const [first] = recorded.messages
const sent = first?.messageSent ?? hex('0x')
const [expired, later, final] = [{ lastBlock: 9n }, { lastBlock: 10n }, { finality: 2000 }].map((filled) =>
  attest(sent, { nonce: 7n, ...filled }),
)
if (expired === undefined || later === undefined || final === undefined) throw new Error('nothing is signed')

test('of a message that was signed again, the one counts that can be received for longest', () => {
  expect(readAttestation({ messages: [expired, later] }, sent)).toEqual(later)
  expect(readAttestation({ messages: [later, expired] }, sent)).toEqual(later)
  expect(readAttestation({ messages: [later, final, expired] }, sent)).toEqual(final)
  expect(readAttestation({ messages: [final, later] }, sent)).toEqual(final)
})

test('the service is asked by the nonce to sign again what has expired, and nothing else', async () => {
  const caller = decodeBurnMessage(sent)?.caller ?? messageTransmitter
  const completion = encodeCompletion(sent, expired, caller)
  const state = (isLapsed: boolean) =>
    ({ state: 'bridging', completion: { ...completion, ...(isLapsed && { isLapsed }) } }) as unknown as CrossingState
  const asked: string[] = []
  const service: BridgeService = async (path, method) => {
    asked.push(`${method} ${path}`)
    return {}
  }
  await bridge.renew?.(state(true), { service })
  expect(asked).toEqual([`POST /v2/reattest/0x${'7'.padStart(64, '0')}`])
  await expect(bridge.renew?.(state(true), { service: async () => undefined })).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNREACHABLE', details: { reason: 'it is not running', isOfBridge: true } },
  })
  for (const one of [state(false), { state: 'pending' } as const])
    await expect(bridge.renew?.(one, { service })).rejects.toThrow(RangeError)
  expect(asked).toHaveLength(1)
})
