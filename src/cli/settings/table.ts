/**
 * Every setting, in one table: the flags of all commands, the environment, the config file, their checks and their
 * help follow from it. A name with dots is its place in the config file.
 */
import { choice, duration, flagText, partsPerMillion, path, plainText, wholeNumber } from '#cli/parse/plain'
import { endpointUrl, serviceAddress } from '#cli/parse/url'
import { serveSettings } from '#cli/settings/serve-settings'
import { type Setting, setting } from '#cli/settings/setting'

export const formats = ['human', 'json', 'jsonl', 'csv', 'api'] as const
export const colorWhen = ['auto', 'always', 'never'] as const
export const approvals = ['exact', 'max', 'permit', 'never'] as const
export const logLevels = ['error', 'warn', 'info', 'debug'] as const

export const settingTable = {
  network: setting('network to trade on', plainText, { flag: '-n, --network <name>', env: 'SWAPLINE_NETWORK' }),
  rpcUrl: setting('RPC endpoint of the network; repeat it for more', endpointUrl, {
    flag: '--rpc-url <url>',
    env: 'SWAPLINE_RPC_URL',
    foreign: ['ETH_RPC_URL'],
    repeat: true,
    stored: false,
  }),
  allowHttpRpc: setting(
    'take RPC endpoints over http:// of other machines, which whoever is on the way can change',
    flagText,
    {
      flag: '--allow-http-rpc',
      fallback: 'false',
    },
  ),
  'service.url': setting('who makes the quotes: local, or the address of a service', serviceAddress, {
    flag: '--service <where>',
    env: 'SWAPLINE_SERVICE',
    fallback: 'local',
  }),
  'service.apiKeyFile': setting('file with the service’s key', path, { flag: '--api-key-file <file>' }),
  account: setting('account that pays and signs: its name or address', plainText, {
    flag: '-a, --account <name>',
    env: 'SWAPLINE_ACCOUNT',
    foreign: ['ETH_KEYSTORE_ACCOUNT', 'ETH_FROM'],
  }),
  keystoreDir: setting('folder of the key files', path, {
    flag: '--keystore <path>',
    env: 'SWAPLINE_KEYSTORE',
    foreign: ['ETH_KEYSTORE'],
  }),
  passwordStdin: setting('read the password from standard input', flagText, {
    flag: '--password-stdin',
    fallback: 'false',
    stored: false,
  }),
  passwordFile: setting('read the password from a file that only you can read', path, {
    flag: '--password-file <file>',
    env: 'SWAPLINE_PASSWORD_FILE',
    stored: false,
  }),
  currentProfile: setting('named set of settings to use', plainText, {
    flag: '-p, --profile <name>',
    env: 'SWAPLINE_PROFILE',
    fallback: 'default',
  }),
  config: setting('config file', path, { flag: '--config <file>', env: 'SWAPLINE_CONFIG', stored: false }),
  stateDir: setting('folder of quotes and the journal', path, {
    flag: '--state-dir <folder>',
    env: 'SWAPLINE_STATE_DIR',
    stored: false,
  }),
  'output.format': setting(`form of the result: ${formats.join(', ')}`, choice(formats), {
    flag: '-o, --output <format>',
    env: 'SWAPLINE_OUTPUT',
    fallback: 'human',
  }),
  get: setting('print one value of the JSON result, as data.id', plainText, { flag: '--get <path>', stored: false }),
  'output.color': setting(`colours: ${colorWhen.join(', ')}`, choice(colorWhen), {
    flag: '--color <when>',
    fallback: 'auto',
  }),
  'output.unicode': setting('draw with more than ASCII', flagText, {
    flag: '--ascii',
    flagAbout: 'draw with ASCII only',
    env: 'SWAPLINE_ASCII',
    inverse: true,
  }),
  'output.spinner': setting('show that something is going on', flagText, {
    flag: '--no-spinner',
    flagAbout: 'no moving signs',
    env: 'SWAPLINE_NO_SPINNER',
    inverse: true,
    fallback: 'true',
  }),
  quiet: setting('no notes on stderr, errors only', flagText, {
    flag: '-q, --quiet',
    fallback: 'false',
    stored: false,
  }),
  'log.level': setting(`how much to tell on stderr: ${logLevels.join(', ')}`, choice(logLevels), {
    env: 'SWAPLINE_LOG',
    fallback: 'warn',
  }),
  timeout: setting('longest time for the command, as 90s or 5m; questions excluded', duration, {
    flag: '--timeout <time>',
    env: 'SWAPLINE_TIMEOUT',
    fallback: '90s',
  }),
  yes: setting('answer yes to plain questions; dangers keep their own flags', flagText, {
    flag: '-y, --yes',
    env: 'SWAPLINE_YES',
    fallback: 'false',
    stored: false,
  }),
  'prompts.enabled': setting('ask for what is missing, on a terminal', flagText, {
    flag: '--no-input',
    flagAbout: 'never ask anything',
    env: 'SWAPLINE_NO_INPUT',
    foreign: ['CI'],
    inverse: true,
    fallback: 'true',
  }),

  'trade.unproven': setting(
    'use liquidity of families whose amounts are not proven against the real contracts',
    flagText,
    {
      flag: '--unproven',
      env: 'SWAPLINE_UNPROVEN',
      fallback: 'false',
    },
  ),
  'trade.slippagePpm': setting('allowed loss against the quote, parts per million', partsPerMillion, {
    fallback: '5000',
  }),
  'trade.maxSlippagePpm': setting('the largest slippage that is taken without --max-slippage', partsPerMillion, {
    fallback: '50000',
  }),
  'trade.warnImpactPpm': setting('price impact that is warned of', partsPerMillion, { fallback: '10000' }),
  'trade.maxImpactPpm': setting('price impact that stops a swap without --max-impact', partsPerMillion, {
    fallback: '30000',
  }),
  'trade.approve': setting(`how a swap approves: ${approvals.join(', ')}`, choice(approvals), { fallback: 'exact' }),
  'trade.deadlineSec': setting('seconds until a sent swap is void', wholeNumber(30, 900), { fallback: '180' }),
  'trade.requoteAfterSec': setting('age in seconds at which a swap quotes again', wholeNumber(0, 300), {
    fallback: '12',
  }),

  ...serveSettings,
} as const

/** Settings that a network can have of its own, under `networks.<name>.` in the config file. */
export const networkSettingTable = {
  rpc: setting('RPC endpoints, tried in order', endpointUrl, { repeat: true }),
  confirmations: setting('blocks until a transaction counts as final', wholeNumber(0, 1000), {}),
} as const

type Table = typeof settingTable
export type SettingName = keyof Table
type One<K extends SettingName> = ReturnType<Table[K]['parse']>

/** A setting's value: a list where it repeats, possibly absent where nothing is said by itself. */
export type SettingValue<K extends SettingName> = Table[K] extends { readonly repeat: true }
  ? readonly One<K>[]
  : Table[K] extends { readonly fallback: string }
    ? One<K>
    : One<K> | undefined

/** The table with the types of its values forgotten, for whoever walks over it. */
export const anySetting = (name: SettingName): Setting<unknown> => settingTable[name]

export const settingNames = (): readonly SettingName[] => Object.keys(settingTable).filter(isSettingName)

export const isSettingName = (text: string): text is SettingName => Object.hasOwn(settingTable, text)
