/** Where things lie on this machine, by the XDG rules. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Env } from '#cli/env'
import type { Paths } from '#cli/settings/settings'

/** What the user chose; the rest follows from the environment. */
export interface ChosenPaths {
  readonly config: string | undefined
  readonly stateDir: string | undefined
  readonly keystoreDir: string | undefined
}

export function pathsOf(chosen: ChosenPaths, env: Env): Paths {
  const { HOME, XDG_STATE_HOME, XDG_DATA_HOME } = env
  const home = HOME || homedir()
  const state = join(base(XDG_STATE_HOME, home, '.local/state'), 'swapline')
  const keys = join(base(XDG_DATA_HOME, home, '.local/share'), 'swapline', 'keystore')
  return {
    config: configPath(chosen.config, env),
    state: expand(chosen.stateDir, home) ?? state,
    keystores: chosen.keystoreDir === undefined ? [keys, ...foreign(home)] : [expanded(chosen.keystoreDir, home)],
  }
}

/** The config file has to be found before anything in it can say where things are. */
export function configPath(chosen: string | undefined, env: Env): string {
  const { HOME, XDG_CONFIG_HOME } = env
  const home = HOME || homedir()
  return expand(chosen, home) ?? join(base(XDG_CONFIG_HOME, home, '.config'), 'swapline', 'config.json')
}

/** Key files of other tools are found too, after our own. */
const foreign = (home: string): readonly string[] => [
  join(home, '.foundry', 'keystores'),
  join(home, '.ethereum', 'keystore'),
]

/** By the XDG rules a relative path is no path. */
const base = (said: string | undefined, home: string, otherwise: string): string =>
  said !== undefined && isAbsolute(said) ? said : join(home, otherwise)

const expanded = (path: string, home: string): string => (path.startsWith('~/') ? join(home, path.slice(2)) : path)
const expand = (path: string | undefined, home: string): string | undefined =>
  path === undefined ? undefined : expanded(path, home)
