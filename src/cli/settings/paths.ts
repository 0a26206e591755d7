/** Locations of files on this machine, by the XDG rules. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Paths } from '#cli/settings/settings'
import type { Env } from '#system/env'

/** The user's choices; the rest follows from the environment. */
export interface PathOverrides {
  readonly config: string | undefined
  readonly stateDir: string | undefined
  readonly keystoreDir: string | undefined
}

export function resolvePaths(chosen: PathOverrides, env: Env): Paths {
  const { HOME, XDG_STATE_HOME, XDG_DATA_HOME } = env
  const home = HOME || homedir()
  const state = join(resolveXdgBase(XDG_STATE_HOME, home, '.local/state'), 'swapline')
  const keys = join(resolveXdgBase(XDG_DATA_HOME, home, '.local/share'), 'swapline', 'keystore')
  return {
    config: resolveConfigPath(chosen.config, env),
    ownKeystore: keys,
    state: expandIfGiven(chosen.stateDir, home) ?? state,
    keystores:
      chosen.keystoreDir === undefined ? [keys, ...foreignKeystores(home)] : [expandHome(chosen.keystoreDir, home)],
  }
}

/** The config file must be found before it can set other locations. */
export function resolveConfigPath(chosen: string | undefined, env: Env): string {
  const { HOME, XDG_CONFIG_HOME } = env
  const home = HOME || homedir()
  return (
    expandIfGiven(chosen, home) ?? join(resolveXdgBase(XDG_CONFIG_HOME, home, '.config'), 'swapline', 'config.json')
  )
}

/** Key files of other tools are found too, after our own. */
const foreignKeystores = (home: string): readonly string[] => [
  join(home, '.foundry', 'keystores'),
  join(home, '.ethereum', 'keystore'),
]

/** By the XDG rules a relative path is ignored. */
const resolveXdgBase = (said: string | undefined, home: string, otherwise: string): string =>
  said !== undefined && isAbsolute(said) ? said : join(home, otherwise)

const expandHome = (path: string, home: string): string => (path.startsWith('~/') ? join(home, path.slice(2)) : path)
const expandIfGiven = (path: string | undefined, home: string): string | undefined =>
  path === undefined ? undefined : expandHome(path, home)
