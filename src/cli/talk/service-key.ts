/** The key of a remote service: from a file or the environment, never an argument. */

import type { Settings } from '#cli/settings/settings'
import { readPrivateFile } from '#cli/talk/secrets'
import type { Env } from '#system/env'

/**
 * A file given by flag comes first, then the environment, then the file in the settings.
 * @throws `UNSAFE_MODE` if others can read the file, `SECRET_FILE_UNREADABLE` if we cannot
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
  if (SWAPLINE_API_KEY !== undefined && SWAPLINE_API_KEY !== '' && !byFlag) return SWAPLINE_API_KEY.trim()
  return file === undefined ? undefined : readPrivateFile(file, { what: 'API key', flag: '--api-key-file' }).trim()
}
