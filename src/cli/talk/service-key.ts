/** The key of a remote service: from a file or the environment, never an argument. */

import { parsePath } from '#cli/parse/plain'
import type { Settings, SourceKind } from '#cli/settings/settings'
import { readPrivateFile } from '#cli/talk/secrets'
import { fail } from '#domain/errors'
import type { Env } from '#system/env'

export interface ServiceKey {
  /** Absent if no key is given for this service. */
  readonly apiKey: string | undefined
  /** There are keys, all of them for other services. */
  readonly isKeyWithheld: boolean
}

interface GivenKey {
  readonly source: SourceKind
  readonly read: () => string
}

interface KeyInput {
  readonly settings: Settings
  readonly env: Env
}

/**
 * The first key that is given for the service of the settings: a file by flag, then the environment, then the file in the
 * settings. A key goes to the service that was named where the key was, so that one which is named for a single command
 * does not get the key of another.
 * @throws `UNSAFE_MODE` if others can read the file, `SECRET_FILE_UNREADABLE` if we cannot, `USAGE` if it holds no key
 */
export function selectServiceKey(input: KeyInput): ServiceKey {
  const origin = originOf(input.settings.get('service.url'))
  const keys = listKeys(input)
  const own = keys.find(({ source }) => isGivenFor(input.settings, source, origin))
  return { apiKey: own?.read(), isKeyWithheld: own === undefined && keys.length > 0 }
}

/** Highest precedence first. */
function listKeys({ settings, env }: KeyInput): readonly GivenKey[] {
  const { SWAPLINE_API_KEY = '' } = env
  const files = settings
    .getSources('service.apiKeyFile')
    .flatMap(({ origin: { source }, words }): readonly GivenKey[] =>
      words.slice(0, 1).map((path) => ({
        source,
        read: () =>
          requireKey(readPrivateFile(parsePath(path), { what: 'API key', flag: '--api-key-file' }), `in ${path}`),
      })),
    )
  const ofFlag = files.filter(({ source }) => source === 'flag')
  const variable: GivenKey = { source: 'environment', read: () => requireKey(SWAPLINE_API_KEY, 'in SWAPLINE_API_KEY') }
  return [...ofFlag, ...(SWAPLINE_API_KEY === '' ? [] : [variable]), ...files.filter((file) => !ofFlag.includes(file))]
}

/** What a key of the config file is for is in the config file; a key of one command is for its service, unless it says otherwise. */
function isGivenFor(settings: Settings, source: SourceKind, origin: string | undefined): boolean {
  if (source === 'flag') return true
  const places: readonly SourceKind[] = source === 'profile' ? ['profile', 'config'] : [source]
  const named = settings.getSources('service.url').find((one) => places.includes(one.origin.source))
  return named === undefined ? source === 'environment' : originOf(named.words[0] ?? '') === origin
}

/** Scheme, host and port: what may see what is sent. */
const originOf = (url: string): string | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined

/** A header can hold nothing else, and `fetch` would repeat what it refuses. */
function requireKey(text: string, place: string): string {
  const key = text.trim()
  if (/^[\x21-\x7e]*$/.test(key)) return key
  throw fail('USAGE', {
    reason: `What is ${place} is no API key: a key is one word of ASCII characters.`,
    fix: 'keep nothing but the key there',
  })
}
