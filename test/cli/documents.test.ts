/** Every command prints what its schema says, in every format. */

import { expect, onTestFinished, test } from 'vitest'
import { type ZodType, z } from 'zod'
import { leavesOf, wordsOf } from '#cli/define-command'
import { topicLines } from '#cli/help/topic-texts'
import { isTopic, topicNames } from '#cli/help/topics'
import { loadAllCommands } from '#cli/load-commands'
import { plainPaint } from '#cli/out/screen'
import { envelopeSchema } from '#cli/schemas/envelope'
import { getSetting, listSettingNames } from '#cli/settings/table'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

const loaded = await loadAllCommands()
const commands = loaded.flatMap(leavesOf)

async function document(home: string, name: string, words: readonly string[]): Promise<unknown> {
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw new Error(`no command ${name}`)
  const { stdout, stderr, code } = await runSwapline(home, [...words, '--json', '--quiet'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const schema: ZodType = envelopeSchema(name, strict(await command.schema()))
  return schema.parse(JSON.parse(stdout))
}

/** Allows no members in the data beyond the schema's. */
function strict(schema: ZodType): ZodType {
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((one) => strict(one as ZodType)))
  return schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema
}

test.each([
  ['version', ['version']],
  ['help', ['help', 'tokens']],
  ['networks', ['networks']],
  ['networks', ['networks', 'base']],
  ['config-list', ['config', 'list']],
  ['config-path', ['config', 'path']],
  ['config-get', ['config', 'get', 'network']],
  ['config-explain', ['config', 'explain', 'timeout']],
  ['config-set', ['config', 'set', 'network', 'base']],
  ['wallet-list', ['wallet', 'list']],
  ['wallet-add-watch', ['wallet', 'add-watch', 'a', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']],
  ['contacts-list', ['contacts', 'list']],
  ['tokens-list', ['tokens', 'list', '-n', 'base']],
  ['tokens-search', ['tokens', 'search', 'usd']],
  ['history', ['history']],
  ['swaps', ['swaps']],
  ['policy-show', ['policy', 'show']],
  ['policy-set', ['policy', 'set', 'per-day', 'USDC', '1', '-y', '--allow-policy-change']],
  ['sandbox-status', ['sandbox', 'status']],
  ['sandbox-down', ['sandbox', 'down']],
])('%s: %j', async (name, words) => {
  await document(createHome(), name, words)
})

test('a trade on the sandbox, one document per step', async () => {
  const home = createHome()
  await document(home, 'sandbox-up', ['sandbox', 'up'])
  onTestFinished(async () => {
    await runSwapline(home, ['sandbox', 'down'])
  })
  const quote = await document(home, 'quote', ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox'])
  expect(quote).toMatchObject({ data: { state: 'valid', network: 'sandbox' }, meta: { network: 'sandbox' } })
  await document(home, 'distributions', ['distributions', 'last', '-n', 'sandbox'])
  const dry = await runSwapline(home, ['swap', 'last', '-n', 'sandbox', '--dry-run', '--json'])
  const { data } = JSON.parse(dry.stdout).data.payload
  const read = await document(home, 'tx-decode', ['tx', 'decode', data])
  expect(read).toMatchObject({ data: { ours: true, sellAmount: '1000000000000000000' } })
  expect(await document(home, 'tx-decode', ['tx', 'decode', '0xa9059cbb'])).toMatchObject({ data: { ours: false } })
  const swap = await document(home, 'swap', ['swap', 'last', '-n', 'sandbox', '-y'])
  expect(swap).toMatchObject({ data: { stage: 'confirmed' } })
  const status = await document(home, 'status', ['status', 'last', '--exit-status'])
  const { hash } = (status as { data: { tx: { hash: string } } }).data.tx
  const { url } = JSON.parse((await runSwapline(home, ['sandbox', 'status', '--json'])).stdout).data.sandbox
  const stranger = createHome()
  const told = await document(stranger, 'status', ['status', hash, '-n', 'sandbox', '--rpc-url', url])
  expect(told).toMatchObject({ data: { kind: 'transaction', ours: true, stage: 'confirmed' } })
  const api = await runSwapline(home, ['distributions', 'last', '-n', 'sandbox', '-o', 'api'])
  expect(JSON.parse(api.stdout)).toMatchObject({ state: 'consumed', network: 'sandbox' })
  const open = await document(home, 'quote', ['quote', '1', 'ETH', 'DAI', '-n', 'sandbox'])
  const { id } = (open as { data: { id: string } }).data
  expect(await document(home, 'status', ['status', id])).toMatchObject({ data: { kind: 'quote', state: 'valid' } })
  const again = await runSwapline(home, ['quote', '1', 'ETH', 'NOTHING', '-n', 'sandbox', '-o', 'api'])
  expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 6, stderr: '' })
  expect(JSON.parse(again.stdout)).toMatchObject({ code: 2003, error: 'TO_TOKEN_NOT_FOUND', statusCode: 404 })
}, 120_000)

test('swapline schema prints the JSON Schema of every command', async () => {
  for (const { name } of commands) {
    const { stdout, code } = await runSwapline(createHome(), ['schema', ...name.split('-')])
    expect(code, name).toBe(0)
    const version = ['quote', 'networks-index'].includes(name) ? 2 : 1
    expect(JSON.parse(stdout).properties.schema.const, name).toBe(`swapline/${name}@${version}`)
  }
}, 400_000)

test('no command has a flag that every command has', () => {
  const words = (flag: string): readonly string[] => flag.split(/[ ,]+/).filter((word) => word.startsWith('-'))
  const globals = new Set(listSettingNames().flatMap((name) => words(getSetting(name).flag ?? '')))
  for (const word of ['--json', '--no-color', '-v', '--verbose', '-h', '--help']) globals.add(word)
  for (const { name, options } of commands)
    for (const { flag } of Object.values(options))
      for (const word of words(flag)) expect(globals, `${name} ${word}`).not.toContain(word)
})

test('examples and topics name only commands that exist', async () => {
  const first = new Set(loaded.map(({ name }) => name))
  for (const command of commands) {
    const words = wordsOf(command)
    for (const line of command.examples) expect(`${line} `.startsWith(`${words} `), line).toBe(true)
  }
  const home = createHome()
  const texts = await Promise.all(topicNames.map(async (topic) => (await runSwapline(home, ['help', topic])).stdout))
  texts.push((await runSwapline(home, [])).stdout)
  for (const [, word = ''] of texts.join('\n').matchAll(/^ +swapline ([a-z]+)/gm)) expect([...first]).toContain(word)
  expect(isTopic('tokens')).toBe(true)
})

test('a topic keeps its indented lines whole on 80 columns', () => {
  for (const topic of topicNames.filter((name) => name !== 'exit-codes' && name !== 'environment')) {
    const [narrow, wide] = [80, 400].map((width) => topicLines(topic, { width, paint: plainPaint }))
    const indented = (lines: readonly string[] = []) => lines.filter((line) => line.startsWith('  '))
    expect(indented(narrow)).toEqual(indented(wide))
  }
})

test('the help stored by the build is that of the commands', async () => {
  const { rootHelp } = await import('#cli/help/root')
  expect((await runSwapline(createHome(), ['--help'])).stdout).toBe(rootHelp(loaded))
  expect((await runSwapline(createHome(), ['help'])).stdout).toBe(rootHelp(loaded))
})
