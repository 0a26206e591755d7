import type { SettingName, SettingValue } from '#cli/settings/table'
import type { NetworkName } from '#domain/units'

/** The source of a value, highest precedence first. */
export type SourceKind = 'flag' | 'environment' | 'profile' | 'config' | 'foreign environment' | 'built-in'

export interface SettingOrigin {
  readonly source: SourceKind
  /** The flag, variable, file or profile that set it. */
  readonly where: string
}

/** One source of a setting, with its words. */
export interface SettingSource {
  readonly origin: SettingOrigin
  readonly words: readonly string[]
}

export interface Paths {
  readonly config: string
  readonly state: string
  /** Searched in order; new key files go to the first. */
  readonly keystores: readonly string[]
  /** The folder of our own keys unless a setting names another one. */
  readonly ownKeystore: string
}

/** Every setting's value, resolved once at the start of a command. */
export interface Settings {
  get<K extends SettingName>(name: K): SettingValue<K>
  /**
   * Every source of a key of the config file, highest precedence first.
   * @throws `CONFIG_KEY_UNKNOWN`
   */
  getSources(key: string): readonly SettingSource[]
  /** True if a flag of this command sets it. */
  isSetByFlag(name: SettingName): boolean
  /** Network settings that the file or the profile holds: `networks.base.rpc`. */
  readonly networkKeys: readonly string[]
  /** The user's endpoints for a network, in order; empty if the network's own list applies. */
  getRpcUrls(network: NetworkName): readonly string[]
  /** The user's private endpoints for a network, in order; those of its entry come after them. */
  getPrivateUrls(network: NetworkName): readonly string[]
  /** The user's own confirmations for a network. */
  getConfirmations(network: NetworkName): number | undefined
  readonly profile: string
  readonly paths: Paths
}
