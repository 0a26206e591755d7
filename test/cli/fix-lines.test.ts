/**
 * What a wrong call says and which remedy it names: the flag and the value concerned, and a command that would work. All
 * words are literals. No case needs a chain.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

interface Case {
  readonly words: readonly string[]
  readonly says: string
  readonly fix: readonly string[]
  readonly code: number
  readonly env?: Readonly<Record<string, string>>
}

const quote = ['quote', '1', 'ETH', 'USDC', '-n', 'base'] as const
const sale = (amount: string, token = 'USDC') => ['quote', amount, token, 'ETH', '-n', 'base']
const plainDigits = 'write plain digits: 1.5, raw:1500000, 50% or max'
const ownHelp = 'swapline quote --help'

const usage = (words: readonly string[], says: string, ...fix: readonly string[]): Case => ({
  words,
  says,
  fix,
  code: 2,
})
const setup = (words: readonly string[], says: string, ...fix: readonly string[]): Case => ({
  words,
  says,
  fix,
  code: 3,
})
const unknown = (words: readonly string[], says: string, ...fix: readonly string[]): Case => ({
  words,
  says,
  fix,
  code: 6,
})

const amounts: readonly Case[] = [
  usage(sale('1,000'), '"1,000" is not an amount: separators are not accepted, a decimal point is “.”.', plainDigits),
  usage(sale('1e3'), '"1e3" is not an amount: exponents are not accepted, write all digits.', plainDigits),
  usage(sale('0'), '"0" is not an amount: it is zero.', plainDigits),
  usage(sale('0x10'), '"0x10" is not an amount: hexadecimal is not accepted.', plainDigits),
  usage(sale('raw:1.5'), '"1.5" is not an amount: the smallest unit has no decimals.', plainDigits),
  usage(
    sale('0.0000001'),
    '"0.0000001" is not an amount: USDC has 6 decimals, this has 7.',
    'the smallest amount of USDC is 0.000001',
  ),
  usage(
    sale('1.23456789'),
    '"1.23456789" is not an amount: USDC has 6 decimals, this has 8.',
    'write at most 6 decimals: 1.234567',
  ),
  usage(sale(''), '<amount> is empty.', ownHelp),
  usage(
    sale('9'.repeat(60)),
    'An amount of 66 digits in the smallest unit is out of range.',
    'name a smaller amount: below 2^128 of the smallest unit',
  ),
]

const flags: readonly Case[] = [
  usage([...quote, '--slippage', '5'], '"5" is not a slippage: it may be a percentage or a fraction.', 'write 5%'),
  usage([...quote, '--slippage', '1'], '"1" is not a slippage: it may be a percentage or a fraction.', 'write 1%'),
  usage(
    [...quote, '--slippage', '0.5'],
    '"0.5" is not a slippage: it may be a percentage or a fraction.',
    'write 50% or 0.5%',
  ),
  usage([...quote, '--slippage', '100%'], '"100%" is not a slippage: it is above 50%.', 'write 0.5%, 50bps or 0.005'),
  usage([...quote, '--max-hops', '9'], '--max-hops <n>: "9" is not a whole number between 1 and 5.', ownHelp),
  usage([...quote, '--affiliate-fee', '0.2'], '--affiliate-fee <part>: "0.2" is not between 0 and 0.1.', ownHelp),
  usage([...quote, '--affiliate-fee', '0.01'], '--affiliate and --affiliate-fee belong together.', ownHelp),
  usage([...quote, '--block', 'abc'], '--block <number>: "abc" is not a whole number', ownHelp),
  usage([...quote, 'extra'], "Too many arguments for 'quote'.", ownHelp),
  usage([...quote, '--nosuch'], "Unknown option '--nosuch'.", ownHelp),
  usage(
    [...quote, '--timeout', 'abc'],
    '--timeout <time>: "abc" is not a time: write 90s, 5m or 1h.',
    'swapline --help',
  ),
  usage(
    [...quote, '--rpc-url', 'foo'],
    '--rpc-url <url>: it is not a web address: it begins with https:// or, for this machine, http://.',
    'swapline --help',
  ),
  usage(
    [...quote, '--rpc-url', 'ftp://x.example/CANARY'],
    '--rpc-url <url>: it begins with ftp://, and only https:// and http:// are web addresses.',
    'swapline --help',
  ),
  usage(
    [...quote, '--rpc-url', 'http://rpc.example/CANARY'],
    '--rpc-url <url>: http://rpc.example is not encrypted: only https:// or this machine, unless --allow-http-rpc is given.',
    'swapline --help',
  ),
  {
    ...usage(quote, 'SWAPLINE_RPC_URL: it is not a web address', 'swapline help environment'),
    env: { SWAPLINE_RPC_URL: 'foo' },
  },
  usage(
    [...quote, '--gasless'],
    'No gasless swap: No relayer submits orders on this network.',
    'leave out --gasless and pay the gas',
  ),
  usage(['tx', 'decode', '0xZZ'], 'That is not calldata: it is not hex of whole bytes.', 'swapline tx decode --help'),
  usage(['wallet', 'new', '../x'], '<name>: a name is letters, digits', 'swapline wallet new --help'),
  usage(['config', 'set', '--nosuch'], "Unknown option '--nosuch'.", 'swapline config set --help'),
  usage(
    ['config', 'set', 'trade.slippagePpm', 'abc'],
    'trade.slippagePpm: "abc" is not a whole number between 0 and 500000.',
    'swapline config explain trade.slippagePpm',
  ),
]

const names: readonly Case[] = [
  usage(
    [...quote, '-a', '0x70997970C51812dc3A010C7d01b50e0d17dc79C7'],
    'The checksum of 0x70997970C51812dc3A010C7d01b50e0d17dc79C7 is wrong: a character was changed or mistyped.',
    'compare every character with its source; only then use 0x70997970C51812dc3a010C7d01b50E0D17dc79C7',
  ),
  usage(
    [...quote.slice(0, 4), '-n', 'polygonzk'],
    'Polygon zkEVM was shut down: nothing can be traded there.',
    'swapline networks',
  ),
  unknown(
    [...quote.slice(0, 4), '-n', 'basee'],
    'There is no network "basee".',
    'did you mean base? all: swapline networks',
  ),
  unknown(['status', 'last'], 'There is no swap yet.', 'make one: swapline swap 1 ETH USDC -n sandbox'),
  unknown(['status', 'order-17'], 'There is no swap, quote or transaction order-17.', 'swapline status last'),
  unknown(
    ['quote', '1', 'ETH', 'USDCC', '-n', 'base'],
    'There is no token "USDCC" in the list of base.',
    'did you mean USDC or USDbC or USDT?',
    'or give the token by its address',
  ),
]

const settings: readonly Case[] = [
  setup(
    [...quote, '--profile', 'nosuch'],
    'There is no profile "nosuch".',
    'a first setting makes it: swapline config set network base -p nosuch',
  ),
  setup(['config', 'get', 'netwrok'], 'There is no setting "netwrok".', 'did you mean network?'),
  setup(
    ['networks', '--config', '/nowhere/missing.json'],
    'The config file /nowhere/missing.json is not valid: it does not exist.',
    'name a file that exists, or create it: swapline config edit --config /nowhere/missing.json',
  ),
  {
    ...setup(
      ['wallet', 'new', 'bot', '--password-file', '/nowhere/password'],
      'The file with the password, /nowhere/password, cannot be read: there is no such file.',
      'name a file that is there and that you can read: --password-file <file>',
    ),
  },
  setup(
    ['wallet', 'new', 'bot', '--password-stdin'],
    'The new password of bot is empty: anyone who finds the key file could open it. No key was stored.',
    'give one by --password-stdin, --password-file <f> or SWAPLINE_PASSWORD, or type it',
  ),
  setup(
    ['balances', '-n', 'base'],
    'There is no account, and no address is named.',
    'name any address: --owner <address>',
    'or keep it by a name: swapline wallet add-watch <name> <address>',
  ),
  setup(
    ['quote', '50%', 'ETH', 'USDC', '-n', 'base'],
    'There is no account, and no address is named.',
    'name any address: --from-address <address>',
    'or keep it by a name: swapline wallet add-watch <name> <address>',
  ),
  setup(
    ['wallet', 'sign', 'a text'],
    'There is no account to sign with.',
    'swapline wallet new',
    'or name one: --account <name>',
  ),
  setup(['wallet', 'show', 'nosuch'], 'There is no account "nosuch" in', 'swapline wallet list'),
]

test.each([...amounts, ...flags, ...names, ...settings])('$words', async ({ words, says, fix, code, env = {} }) => {
  const ran = await runSwapline(createHome(), [...words, '-o', 'json', '--no-input'], { env })
  const { error } = JSON.parse(ran.stdout)
  expect(error.message).toContain(says)
  expect(error.fix).toEqual(fix)
  expect({ code: ran.code, sent: error.sent }).toEqual({ code, sent: false })
  expect(ran.stdout).not.toContain('CANARY')
  expect(ran.stdout).not.toContain('<command>')
})

test('a file of another version is refused and left as it is', async () => {
  const home = createHome()
  const path = join(home, '.config/swapline/config.json')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{"schemaVersion": 99}', { mode: 0o600 })
  const { stdout, code } = await runSwapline(home, ['networks', '--json'])
  expect(code).toBe(3)
  expect(JSON.parse(stdout).error.message).toBe(
    `The config file ${path} is not valid: its schemaVersion is 99, this version of swapline reads 1.`,
  )
})

test('an account that is not there is stored with a warning, a mistyped variable is named', async () => {
  const home = createHome()
  const { stdout, stderr, code } = await runSwapline(home, ['config', 'set', 'account', 'nosuch', '--json'], {
    env: { SWAPLINE_NETWROK: 'base' },
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).warnings).toEqual([
    { code: 'ACCOUNT_NOT_FOUND', message: 'There is no account "nosuch" here yet: swapline wallet list' },
  ])
  expect(stderr).toBe('Nothing reads SWAPLINE_NETWROK: did you mean SWAPLINE_NETWORK?\n')
})
