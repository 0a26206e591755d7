import type { SettingName, SettingValue } from '#cli/settings/table'
import type { NetworkName } from '#domain/units'

/** Where a value came from, strongest first. */
export type Source = 'flag' | 'environment' | 'profile' | 'config' | 'foreign environment' | 'built-in'

export interface Origin {
  readonly source: Source
  /** The flag, variable, file or profile that said it. */
  readonly where: string
}

/** One place that says something about a setting, in the words it was said in. */
export interface Saying {
  readonly origin: Origin
  readonly words: readonly string[]
}

export interface Paths {
  readonly config: string
  readonly state: string
  /** Searched in order; new key files go to the first. */
  readonly keystores: readonly string[]
}

/** Every setting's value, decided once at the start of a command. */
export interface Settings {
  get<K extends SettingName>(name: K): SettingValue<K>
  /**
   * Every place that says something about a key of the config file, strongest first.
   * @throws `CONFIG_KEY_UNKNOWN`
   */
  said(key: string): readonly Saying[]
  /** Whether this command's own words say it. */
  isByFlag(name: SettingName): boolean
  /** Network settings that the file or the profile holds: `networks.base.rpc`. */
  readonly networkKeys: readonly string[]
  /** The user's endpoints for a network, in order; empty where the network's own list holds. */
  rpc(network: NetworkName): readonly string[]
  /** The user's own confirmations for a network. */
  confirmations(network: NetworkName): number | undefined
  readonly profile: string
  readonly paths: Paths
}
