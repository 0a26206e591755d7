import { sanitize } from '#cli/out/safe-text'
import { parseStorePlace } from '#cli/parse/store-place'
import { formatTime } from '#domain/api/plain'
import { type ApiKey, apiKeyState } from '#domain/service/api-key'
import type { Seconds } from '#domain/units'

/** Selects the store that holds a key. */
export const dbOption = {
  db: { flag: '--db <place>', about: 'the file or postgres://… that serve was given', parse: parseStorePlace },
} as const

export const keyView = (key: ApiKey, now: Seconds) => ({
  id: key.id,
  name: key.name,
  state: apiKeyState(key, now),
  createdAt: formatTime(key.createdAt),
  expiresAt: key.expiresAt === undefined ? null : formatTime(key.expiresAt),
  revokedAt: key.revokedAt === undefined ? null : formatTime(key.revokedAt),
})

export const keyLine = (key: ApiKey, now: Seconds): string => {
  const { id, name, state, createdAt, expiresAt } = keyView(key, now)
  return `  ${id}  ${state.padEnd(8)}${createdAt.slice(0, 10)} … ${(expiresAt ?? '').slice(0, 10).padEnd(12)}${sanitize(name)}`
}
