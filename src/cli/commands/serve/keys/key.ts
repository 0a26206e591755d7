import { path } from '#cli/parse/plain'
import { safe } from '#cli/safe-text'
import { isoTime } from '#domain/api/plain'
import { type ApiKey, apiKeyState } from '#domain/api-key'
import type { Seconds } from '#domain/units'

/** Which store a key is in. */
export const dbOption = {
  db: { flag: '--db <place>', about: 'the file or postgres://… that serve was given', parse: path },
} as const

export const keyView = (key: ApiKey, now: Seconds) => ({
  id: key.id,
  name: key.name,
  state: apiKeyState(key, now),
  createdAt: isoTime(key.createdAt),
  expiresAt: key.expiresAt === undefined ? null : isoTime(key.expiresAt),
  revokedAt: key.revokedAt === undefined ? null : isoTime(key.revokedAt),
})

export const keyLine = (key: ApiKey, now: Seconds): string => {
  const { id, name, state, createdAt, expiresAt } = keyView(key, now)
  return `  ${id}  ${state.padEnd(8)}${createdAt.slice(0, 10)} … ${(expiresAt ?? '').slice(0, 10).padEnd(12)}${safe(name)}`
}
