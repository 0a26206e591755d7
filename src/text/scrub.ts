/** Removes secrets from text before it is shown: keys, recovery phrases, passwords, the keys in URLs. */

import type { Env } from '#system/env'
import { maskUrl } from './mask-url.ts'

const urls = /\b(?:https?|postgres(?:ql)?):\/\/[^\s"'<>)\]}]+/g
const hex32 = /\b(?:0x)?[0-9a-f]{64}\b/gi
const phrase = /\b(?:[a-z]{3,8}[ \t]+){11,23}[a-z]{3,8}\b/g

/**
 * @param secrets values known to be secret, whatever they look like
 * @param shown 32-byte hashes that may stay: those of transactions
 */
export function scrub(text: string, secrets: readonly string[] = [], shown: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length >= 4)
  const cleared = known.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
  return cleared
    .replace(urls, maskUrl)
    .replace(hex32, (word) => (shown.includes(word.toLowerCase()) ? word : '[32 bytes]'))
    .replace(phrase, '[words]')
}

/** The variables whose values never appear anywhere. */
const secretNames = ['SWAPLINE_PASSWORD', 'SWAPLINE_API_KEY', 'SWAPLINE_SERVE_DB']

export function secretsOf(env: Env): readonly string[] {
  return secretNames.flatMap((name) => env[name] ?? [])
}
