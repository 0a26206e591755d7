import { InvalidKeystoreError, type Keystore, parseKeystore } from '#wallet/keystore-format'
import { keyFromHex, keyFromWords } from '#wallet/private-key'

/** A secret to import, told apart by its form. */
export type ImportedSecret = { readonly key: Buffer } | { readonly keystore: Keystore } | { readonly flaw: string }

/** No `flaw` contains any part of `secret`. */
export async function readSecret(secret: string): Promise<ImportedSecret> {
  const text = secret.trim()
  if (text.startsWith('{')) return readKeystore(text)
  const words = text.split(/\s+/).length
  if (words > 1) return readWords(text, words)
  const key = keyFromHex(text)
  if (key !== undefined) return { key }
  return {
    flaw: "it is not a private key (64 hex digits in range), a phrase of 12 to 24 words or a keystore's JSON",
  }
}

function readKeystore(text: string): ImportedSecret {
  try {
    return { keystore: parseKeystore(text) }
  } catch (error) {
    if (error instanceof InvalidKeystoreError) return { flaw: error.message }
    throw error
  }
}

async function readWords(text: string, words: number): Promise<ImportedSecret> {
  if (![12, 15, 18, 21, 24].includes(words)) return { flaw: `a phrase has 12, 15, 18, 21 or 24 words, not ${words}` }
  const key = await keyFromWords(text)
  return key === undefined ? { flaw: 'a word of the phrase is unknown or its checksum is wrong' } : { key }
}
