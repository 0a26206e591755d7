import { expect, test } from 'vitest'
import { createEmptyConfig } from '#cli/settings/config-file'
import { createSettings } from '#cli/settings/resolve'
import { isSettingName } from '#cli/settings/table'
import { createCompletionTable } from './create-table.ts'
import { findWords, type LiveWords } from './find-words.ts'

const table = await createCompletionTable()
const live: LiveWords = {
  settings: async (given) => {
    const flags = new Map([...given].flatMap(([name, words]) => (isSettingName(name) ? [[name, words] as const] : [])))
    return createSettings({ flags, env: { HOME: '/home/x' }, file: createEmptyConfig('') })
  },
  profiles: async () => [{ word: 'work', about: 'profile' }],
  accounts: async (settings) => [{ word: 'main', about: settings.get('network') ?? 'none' }],
  quotes: async () => [{ word: '7b3e91c4', about: 'ETH to USDC on base' }],
  intents: async () => [{ word: 'order-17', about: 'swap on base' }],
}
const words = async (line: string) => (await findWords(table, live, line.split(' '))).words.map(({ word }) => word)

test.each([
  ['quo', ['quote']],
  [
    'wallet ',
    [...['add-watch', 'change-password', 'export', 'import', 'list', 'new', 'remove', 'show', 'sign', 'use', 'verify']],
  ],
  ['wallet l', ['list']],
  ['-n base wallet l', ['list']],
  ['config se', ['set']],
  ['serve keys ', ['add', 'list', 'revoke']],
  ['nothing ', []],
  ['nothing -', expect.not.arrayContaining(['--slippage'])],
])('commands: %s', async (line, expected) => {
  const found = await words(line)
  expect(Array.isArray(expected) ? found.toSorted() : found).toEqual(expected)
})

test('options of the command and of every command, each until it is given', async () => {
  expect(await words('quote 1 ETH USDC --slip')).toEqual(['--slippage'])
  expect(await words('quote 1 ETH USDC --slippage 1% --slip')).toEqual([])
  expect(await words('quote 1 ETH USDC --slippage=1% --slip')).toEqual([])
  expect(await words('quote --include a --inc')).toEqual(['--include'])
  expect(await words('quote -n base --netw')).toEqual([])
  expect(await words('quote -nbase --netw')).toEqual([])
  expect(await words('quote --json --out')).toEqual([])
  expect(await words('quote --no-color --color')).toEqual([])
  expect(await words('networks index --an')).toEqual([])
  expect(await words('networks --check --c')).toEqual(['--configured', '--config', '--color'])
  expect(await words('version ')).toContain('--json')
})

test('values of options: known choices, or what they name', async () => {
  expect(await words('quote --optimize-for ')).toEqual(['net', 'output', 'gas'])
  expect(await words('swap last --approve e')).toEqual(['exact'])
  expect(await words('swap last --approve=e')).toEqual(['exact'])
  expect(await words('quote -o js')).toEqual(['json', 'jsonl'])
  expect(await words('quote --network bas')).toEqual(['base'])
  expect(await words('--profile ')).toEqual(['work'])
  expect(await words('swap last -a ')).toEqual(['main'])
  expect(await words('swap last --max-hops ')).toEqual([])
  expect((await findWords(table, live, ['quote', '--password-file', ''])).paths).toBe('file')
  expect((await findWords(table, live, ['quote', '--state-dir', ''])).paths).toBe('folder')
  expect((await findWords(table, live, ['quote', '--network=bas'])).before).toBe('--network=')
})

test('arguments: tokens of the chosen network, ids, settings and what they take', async () => {
  expect(await words('-n sandbox quote 1 us')).toEqual(['USDC', 'USDT'])
  expect(await words('-n sandbox quote 1 USDC us')).toEqual(['USDT'])
  expect(await words('-n sandbox-base quote 1 fo')).toEqual([])
  expect(await words('-n sandbox quote 1 fo')).toEqual(['FOT'])
  expect(await words('-n 31337 quote 1 fo')).toEqual(['FOT'])
  expect(await words('quote ')).toEqual([])
  expect(await words('swap ')).toEqual(['7b3e91c4'])
  expect(await words('status ')).toEqual(['order-17', '7b3e91c4'])
  expect(await words('wallet use m')).toEqual(['main'])
  expect(await words('networks sandb')).toContain('sandbox-base')
  expect(await words('networks ba')).toEqual(['base'])
  expect(await words('config set trade.app')).toEqual(['trade.approve'])
  expect(await words('config set trade.approve m')).toEqual(['max'])
  expect(await words('config set network bas')).toEqual(['base'])
  expect(await words('config set networks.base.')).toEqual([
    'networks.base.rpc',
    'networks.base.privateRpc',
    'networks.base.confirmations',
  ])
  expect(await words('help exi')).toEqual(['exit-codes'])
  expect(await words('schema wallet l')).toEqual(['list'])
  expect(await words('completion ')).toEqual(['bash', 'zsh', 'fish'])
})

test('descriptions', async () => {
  const found = await findWords(table, live, ['-n', 'sandbox', 'swap', 'last', '-a', ''])
  expect(found.words).toEqual([{ word: 'main', about: 'sandbox' }])
  const { words: networks } = await findWords(table, live, ['networks', 'base'])
  expect(networks).toEqual([{ word: 'base', about: 'Base, chain 8453' }])
})

test('every command and every option of it is offered', async () => {
  const lacking: string[] = []
  for (const command of table.commands) {
    if (!(await words('')).includes(command.word)) lacking.push(command.word)
    for (const { flags } of command.options)
      if (!(await words(`${command.word} -`)).includes(flags.at(-1) ?? '')) lacking.push(`${command.word} ${flags}`)
  }
  expect(lacking).toEqual([])
})
