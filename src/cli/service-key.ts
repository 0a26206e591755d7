/** The key of a service elsewhere: from a file or the environment, never an argument. */
import type { Env } from '#cli/env'
import { privateText } from '#cli/secrets'
import type { Settings } from '#cli/settings/settings'

/**
 * A file named by flag comes first, then the environment, then the file the settings name.
 * @throws `UNSAFE_MODE` where others can read the file, `KEYSTORE_UNREADABLE` where we cannot
 */
export function serviceKey({ settings, env }: { readonly settings: Settings; readonly env: Env }): string | undefined {
  const { SWAPLINE_API_KEY } = env
  const file = settings.get('service.apiKeyFile')
  const [strongest] = settings.said('service.apiKeyFile')
  const byFlag = strongest?.origin.source === 'flag'
  if (SWAPLINE_API_KEY !== undefined && SWAPLINE_API_KEY !== '' && !byFlag) return SWAPLINE_API_KEY.trim()
  return file === undefined ? undefined : privateText(file).trim()
}
