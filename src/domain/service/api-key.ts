/** Keys of the HTTP API's authenticated listener: `sk_<8-character id>_<43 characters of base64url>`. */
import type { Seconds } from '#domain/units'

/** A key as it may be shown: its owner and its lifetime, never the key. */
export interface ApiKey {
  /** 8 characters of 0-9 and a-z; part of the key. */
  readonly id: string
  /** The owner's name. */
  readonly name: string
  readonly createdAt: Seconds
  /** From this second on it is refused. */
  readonly expiresAt: Seconds | undefined
  readonly revokedAt: Seconds | undefined
}

export type ApiKeyState = 'valid' | 'expired' | 'revoked'

export function apiKeyState({ expiresAt, revokedAt }: ApiKey, now: Seconds): ApiKeyState {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt === undefined || now < expiresAt ? 'valid' : 'expired'
}

/** The id inside a well-formed key; `undefined` for any other text. */
export const apiKeyId = (text: string): string | undefined => /^sk_([0-9a-z]{8})_[A-Za-z0-9_-]{43}$/.exec(text)?.[1]
