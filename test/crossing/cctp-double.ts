/** How the doubles of CCTP's contracts are called, and what their attester signs. */
import { Interface, keccak256, SigningKey, toBeHex, zeroPadValue } from 'ethers'
import { type Hex, hex } from '#domain/units'
import { attesterKey } from '#sandbox/cctp/attest'

const attester = new SigningKey(attesterKey)
export const attesterAddress = '0x1E4e0351424123871305C2Ce3Bc4a955B183BfF5'

export const messengerDouble = new Interface([
  'function configure(address, address, address, uint256)',
  'function link(uint32, bytes32, bytes32, address)',
  'function depositForBurn(uint256, uint32, bytes32, address, bytes32, uint256, uint32)',
  'function depositForBurnWithHook(uint256, uint32, bytes32, address, bytes32, uint256, uint32, bytes)',
])
export const transmitterDouble = new Interface([
  'function configure(uint32, address)',
  'function receiveMessage(bytes, bytes)',
  'function usedNonces(bytes32) view returns (uint256)',
])

export const wordOf = (address: string): string => zeroPadValue(address, 32)

/** What an attestation service fills in. */
export interface Filled {
  readonly nonce?: bigint
  readonly finality?: number
  readonly fee?: bigint
  readonly lastBlock?: bigint
}

/** A message as the attester fills it in and signs it. */
export function attest(sent: Hex, filled: Filled): { readonly message: Hex; readonly attestation: Hex } {
  let message: string = sent
  const put = (at: number, bytes: number, value: bigint) => {
    message = message.slice(0, 2 + 2 * at) + toBeHex(value, bytes).slice(2) + message.slice(2 + 2 * (at + bytes))
  }
  put(12, 32, filled.nonce ?? BigInt(keccak256(sent)))
  put(144, 4, BigInt(filled.finality ?? 1000))
  put(312, 32, filled.fee ?? 0n)
  put(344, 32, filled.lastBlock ?? 0n)
  return { message: hex(message), attestation: hex(attester.sign(keccak256(message)).serialized) }
}

const sentTopic = '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036'
const sentEvent = new Interface(['event MessageSent(bytes message)'])

/** The message of a burn, by the logs of its transaction. */
export function readSentMessage(logs: readonly { readonly topics: readonly string[]; readonly data: string }[]): Hex {
  const log = logs.find(({ topics }) => topics[0] === sentTopic)
  if (log === undefined) throw new Error('no burn')
  return hex(String(sentEvent.decodeEventLog('MessageSent', log.data)[0]))
}
