/** What Circle's attestation service makes of a burn, as the sandbox's own does. */
import { decodeBurnMessage } from '#bridges/cctp/message'
import { word } from '#domain/calls/words'
import { evm, type Hex, hex } from '#domain/units'
import { filledIn } from '#encoding/crossing/completion'
import { keccak } from '#encoding/keccak'

/** Whose signature the doubles accept. The key is public, and of no use elsewhere. */
export const attester = evm('0x1e4e0351424123871305c2ce3bc4a955b183bff5')
export const attesterKey = hex(`0x${'a7'.repeat(32)}`)

/** Signs a hash with the attester's key: 65 bytes, the last one 27 or 28. */
export type SignAttestation = (hash: Hex) => Promise<Hex>

export interface AttestedBurn {
  readonly message: Hex
  readonly attestation: Hex
}

/** Of a burn that is attested before it is final, and of one that is. */
const finalities = { fast: 1000, final: 2000 } as const

/**
 * The message with the words that the service fills in, signed: a nonce of its own, the finality asked for, and for a fast
 * one the whole fee that it allows. It never expires.
 * @param sent as the burn's log has it
 * @returns `undefined` for what is no burn
 */
export async function attestBurn(sent: Hex, sign: SignAttestation): Promise<AttestedBurn | undefined> {
  const burn = decodeBurnMessage(sent)
  if (burn === undefined) return undefined
  const isFast = burn.minFinality < finalities.final
  const filled: readonly (readonly [readonly [number, number], bigint])[] = [
    [filledIn.nonce, BigInt(keccak(sent))],
    [filledIn.finality, BigInt(isFast ? finalities.fast : finalities.final)],
    [filledIn.fee, isFast ? burn.maxFee : 0n],
  ]
  const message = filled.reduce((text, [range, value]) => put(text, range, value), sent)
  return { message, attestation: await sign(keccak(message)) }
}

const put = (message: Hex, [from, to]: readonly [number, number], value: bigint): Hex =>
  hex(`${message.slice(0, 2 + 2 * from)}${word(value).slice(2 * (from - to))}${message.slice(2 + 2 * to)}`)
