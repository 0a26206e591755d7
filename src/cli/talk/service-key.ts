/** The key of a remote service: from a file or the environment, never an argument. */

import type { Settings } from '#cli/settings/settings'
import { readPrivateFile } from '#cli/talk/secrets'
import { fail } from '#domain/errors'
import type { Env } from '#system/env'

/**
 * A file given by flag comes first, then the environment, then the file in the settings.
 * @throws `UNSAFE_MODE` if others can read the file, `SECRET_FILE_UNREADABLE` if we cannot, `USAGE` if it holds no key
 */
export function readServiceKey({
  settings,
  env,
}: {
  readonly settings: Settings
  readonly env: Env
}): string | undefined {
  const { SWAPLINE_API_KEY } = env
  const file = settings.get('service.apiKeyFile')
  const [strongest] = settings.getSources('service.apiKeyFile')
  const byFlag = strongest?.origin.source === 'flag'
  if (SWAPLINE_API_KEY !== undefined && SWAPLINE_API_KEY !== '' && !byFlag)
    return requireKey(SWAPLINE_API_KEY, 'in SWAPLINE_API_KEY')
  if (file === undefined) return undefined
  return requireKey(readPrivateFile(file, { what: 'API key', flag: '--api-key-file' }), `in ${file}`)
}

/** A header can hold nothing else, and `fetch` would repeat what it refuses. */
function requireKey(text: string, place: string): string {
  const key = text.trim()
  if (/^[\x21-\x7e]*$/.test(key)) return key
  throw fail('USAGE', {
    reason: `What is ${place} is no API key: a key is one word of ASCII characters.`,
    fix: 'keep nothing but the key there',
  })
}
