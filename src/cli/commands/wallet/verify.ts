import { defineCommand } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { parsePath } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { type Hex, hex } from '#domain/units'
import { checksum } from '#text/checksum'

/** 65 bytes, or 64 in the compact form of EIP-2098. */
function parseSignature(text: string): Hex {
  const word = text.trim()
  if (/^0x([0-9a-f]{128}|[0-9a-f]{130})$/i.test(word)) return hex(word)
  throw fail('VALIDATION_FAILED', { reason: 'a signature is 0x and 130 (or 128) hexadecimal digits' })
}

export const verify = defineCommand({
  name: 'wallet-verify',
  about: 'Say whether an account has signed a text or message; exit 16 if not. Contracts’ signatures are not checked.',
  examples: ['wallet verify 0x… 0x… "I am the owner"'],
  arguments: {
    address: { about: 'who should have signed', parse: parseAddress },
    signature: { about: 'the signature', parse: parseSignature },
    text: { about: 'the text, exactly as it was', parse: (text: string) => text, optional: true },
  },
  options: { typed: { flag: '--typed <file>', about: 'the structured message', parse: parsePath } },
  schema: async () => (await import('#cli/schemas/account/account')).MessageCheck,

  async run({ accounts, out }, { address, signature, text, typed }) {
    const { readMessage } = await import('#cli/request/message-to-sign')
    const signer = await (await accounts()).recover(readMessage(text, typed), signature)
    const valid = signer === address
    out.printResult({
      data: { valid, signer: signer === undefined ? null : checksum(signer) },
      lines: ({ paint }) =>
        valid
          ? [`${paint.good('✔')} ${checksum(address)} has signed it`]
          : [
              `${paint.bad('✖')} ${checksum(address)} has not signed this`,
              `  The signature is of ${signer === undefined ? 'no account' : checksum(signer)}.`,
            ],
      exit: valid ? 0 : 16,
    })
  },
})
