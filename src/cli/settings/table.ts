/**
 * Every setting, in one table: the flags of all commands, the environment, the config file, validation and help are
 * derived from it. A name with dots is its place in the config file.
 */
import { parseAccountReference } from '#cli/parse/account-reference'
import {
  choiceParser,
  integerParser,
  parseBoolean,
  parseDuration,
  parsePath,
  parsePpm,
  parseText,
} from '#cli/parse/plain'
import { parsePrivateFallback } from '#cli/parse/private-fallback'
import { parseEndpointUrl, parsePrivateUrl, parseServiceUrl } from '#cli/parse/url'
import { serveSettings } from '#cli/settings/serve-settings'
import { defineSetting, type Setting } from '#cli/settings/setting'

export const formats = ['human', 'json', 'jsonl', 'csv', 'api'] as const
export const colorModes = ['auto', 'always', 'never'] as const
export const approvalModes = ['exact', 'max', 'permit', 'never'] as const
export const logLevels = ['error', 'warn', 'info', 'debug'] as const

export const settingTable = {
  network: defineSetting('network to trade on', parseText, {
    flag: '-n, --network <name>',
    env: 'SWAPLINE_NETWORK',
    completes: 'network',
  }),
  rpcUrl: defineSetting('RPC endpoint of the network; repeatable', parseEndpointUrl, {
    flag: '--rpc-url <url>',
    env: 'SWAPLINE_RPC_URL',
    foreign: ['ETH_RPC_URL'],
    repeat: true,
    stored: false,
  }),
  allowHttpRpc: defineSetting(
    'allow RPC endpoints over http:// on other machines, whose answers can be changed in transit',
    parseBoolean,
    {
      flag: '--allow-http-rpc',
      fallback: 'false',
    },
  ),
  'service.url': defineSetting('who makes the quotes: local, or the address of a service', parseServiceUrl, {
    flag: '--service <where>',
    env: 'SWAPLINE_SERVICE',
    fallback: 'local',
  }),
  'service.apiKeyFile': defineSetting('file with the service’s key', parsePath, { flag: '--api-key-file <file>' }),
  'bridge.attestationUrl': defineSetting(
    'who signs for CCTP’s burns: the address of an attestation service; a sandbox has its own',
    parseServiceUrl,
    { env: 'SWAPLINE_ATTESTATION_URL', fallback: 'https://iris-api.circle.com' },
  ),
  account: defineSetting('account that pays and signs: its name or address', parseAccountReference, {
    flag: '-a, --account <name>',
    env: 'SWAPLINE_ACCOUNT',
    foreign: ['ETH_KEYSTORE_ACCOUNT', 'ETH_FROM'],
    completes: 'account',
  }),
  keystoreDir: defineSetting('folder of the key files', parsePath, {
    flag: '--keystore <path>',
    env: 'SWAPLINE_KEYSTORE',
    foreign: ['ETH_KEYSTORE'],
    completes: 'folder',
  }),
  passwordStdin: defineSetting('read the password from standard input', parseBoolean, {
    flag: '--password-stdin',
    fallback: 'false',
    stored: false,
  }),
  passwordFile: defineSetting('read the password from a file that only you can read', parsePath, {
    flag: '--password-file <file>',
    env: 'SWAPLINE_PASSWORD_FILE',
    stored: false,
  }),
  currentProfile: defineSetting('named set of settings to use', parseText, {
    flag: '-p, --profile <name>',
    env: 'SWAPLINE_PROFILE',
    fallback: 'default',
    completes: 'profile',
  }),
  config: defineSetting('config file', parsePath, { flag: '--config <file>', env: 'SWAPLINE_CONFIG', stored: false }),
  stateDir: defineSetting('folder of quotes and the journal', parsePath, {
    flag: '--state-dir <folder>',
    env: 'SWAPLINE_STATE_DIR',
    stored: false,
  }),
  'output.format': defineSetting(`form of the result: ${formats.join(', ')}`, choiceParser(formats), {
    flag: '-o, --output <format>',
    env: 'SWAPLINE_OUTPUT',
    fallback: 'human',
  }),
  get: defineSetting('print one value of the JSON result, such as data.id', parseText, {
    flag: '--get <path>',
    stored: false,
  }),
  'output.color': defineSetting(`colours: ${colorModes.join(', ')}`, choiceParser(colorModes), {
    flag: '--color <when>',
    fallback: 'auto',
  }),
  'output.unicode': defineSetting('draw with Unicode characters', parseBoolean, {
    flag: '--ascii',
    flagAbout: 'draw with ASCII only',
    env: 'SWAPLINE_ASCII',
    inverse: true,
  }),
  'output.spinner': defineSetting('show a spinner', parseBoolean, {
    flag: '--no-spinner',
    flagAbout: 'disable the spinner',
    env: 'SWAPLINE_NO_SPINNER',
    inverse: true,
    fallback: 'true',
  }),
  quiet: defineSetting('no notes on stderr, errors only', parseBoolean, {
    flag: '-q, --quiet',
    fallback: 'false',
    stored: false,
  }),
  'log.level': defineSetting(`how much to log on stderr: ${logLevels.join(', ')}`, choiceParser(logLevels), {
    env: 'SWAPLINE_LOG',
    fallback: 'warn',
  }),
  'log.file': defineSetting('file to which a JSON line is added for each command', parsePath, {
    flag: '--log-file <file>',
  }),
  timeout: defineSetting('time limit of the command, such as 90s or 5m; prompts excluded', parseDuration, {
    flag: '--timeout <time>',
    env: 'SWAPLINE_TIMEOUT',
    fallback: '90s',
  }),
  yes: defineSetting('answer yes to plain questions; risks keep their own flags', parseBoolean, {
    flag: '-y, --yes',
    env: 'SWAPLINE_YES',
    fallback: 'false',
    stored: false,
  }),
  'prompts.enabled': defineSetting('ask for what is missing, on a terminal', parseBoolean, {
    flag: '--no-input',
    flagAbout: 'never ask anything',
    env: 'SWAPLINE_NO_INPUT',
    foreign: ['CI'],
    inverse: true,
    fallback: 'true',
  }),

  'trade.unproven': defineSetting(
    'use liquidity of families whose amounts are not proven against the real contracts',
    parseBoolean,
    {
      flag: '--unproven',
      env: 'SWAPLINE_UNPROVEN',
      fallback: 'false',
    },
  ),
  'trade.slippagePpm': defineSetting('allowed loss against the quote, parts per million', parsePpm, {
    fallback: '5000',
  }),
  'trade.maxSlippagePpm': defineSetting('the largest slippage to accept without --max-slippage', parsePpm, {
    fallback: '50000',
  }),
  'trade.warnImpactPpm': defineSetting('price impact that triggers a warning', parsePpm, { fallback: '10000' }),
  'trade.warnGasPpm': defineSetting('gas cost over the traded value that triggers a warning', parsePpm, {
    fallback: '50000',
  }),
  'trade.maxImpactPpm': defineSetting('price impact that stops a swap without --max-impact', parsePpm, {
    fallback: '30000',
  }),
  'trade.approve': defineSetting(`how a swap approves: ${approvalModes.join(', ')}`, choiceParser(approvalModes), {
    fallback: 'exact',
  }),
  'trade.deadlineSec': defineSetting('seconds until a sent swap is void', integerParser(30, 900), { fallback: '180' }),
  'trade.privateFallback': defineSetting(
    'when a swap that was sent privately goes public: never, or after=N blocks',
    parsePrivateFallback,
    { fallback: 'never' },
  ),
  'trade.requoteAfterSec': defineSetting('age in seconds at which a swap quotes again', integerParser(0, 300), {
    fallback: '12',
  }),

  ...serveSettings,
} as const

/** Settings that a network can have of its own, under `networks.<name>.` in the config file. */
export const networkSettingTable = {
  rpc: defineSetting('RPC endpoints, tried in order', parseEndpointUrl, { repeat: true }),
  privateRpc: defineSetting('private endpoints of swap --private, the first by default', parsePrivateUrl, {
    repeat: true,
  }),
  confirmations: defineSetting('blocks until a transaction counts as final', integerParser(0, 1000), {}),
} as const

type Table = typeof settingTable
export type SettingName = keyof Table
type ParsedValue<K extends SettingName> = ReturnType<Table[K]['parse']>

/** A setting's value: a list if repeatable, possibly absent if it has no default. */
export type SettingValue<K extends SettingName> = Table[K] extends { readonly repeat: true }
  ? readonly ParsedValue<K>[]
  : Table[K] extends { readonly fallback: string }
    ? ParsedValue<K>
    : ParsedValue<K> | undefined

/** The table without its value types, for code that iterates over it. */
export const getSetting = (name: SettingName): Setting<unknown> => settingTable[name]

export const listSettingNames = (): readonly SettingName[] => Object.keys(settingTable).filter(isSettingName)

export const isSettingName = (text: string): text is SettingName => Object.hasOwn(settingTable, text)
