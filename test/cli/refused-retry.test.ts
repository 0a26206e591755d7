/** `status --retry`, `--release` and `--complete` of a crossing that was sent, refused before anything is signed for it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hex, networkName } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { startSwapline } from '../hosted/start-swapline.ts'
import { account, createDraft, createTrade, createTx, idOf, now } from '../store/samples.ts'
import { createHome } from './run-built.ts'

vi.setConfig({ testTimeout: 120_000 })

const runSwapline = startSwapline()
const crossing = '00000007-0000-4000-8000-000000000000'
const deposit = hex(`0x${'cd'.repeat(32)}`)

/** A home whose journal has a crossing, with what a node answered to its bytes; only signed if absent. */
async function createHomeOf(answer: 'accepted' | 'no-answer' | undefined): Promise<string> {
  const home = createHome()
  const state = join(home, 'state')
  mkdirSync(state, { mode: 0o700 })
  const database = openOnce({ path: join(state, 'swapline.db') })
  const journal = createJournal({ database, finalDepth: () => 3 })
  await journal.open({ ...createDraft(idOf(7)), kind: 'cross', network: networkName('base'), chainId: 8453 })
  await journal.bindTrade(idOf(7), { ...createTrade(idOf(9)), toNetwork: networkName('ethereum') })
  const { payload, ...tx } = createTx('cross', 4)
  await journal.recordSigned(idOf(7), { ...tx, hash: deposit, payload: { ...payload, chainId: 8453 } }, now)
  const seen = { kind: 'broadcast', at: now, endpoint: 'rpc.example', hash: deposit } as const
  if (answer !== undefined) await journal.addObservations(idOf(7), 'cross', [{ ...seen, outcome: answer }])
  ;(await database()).close()
  return home
}

/** On the screen and in JSON, with an endpoint that does not answer. */
async function runBoth(home: string, ...words: readonly string[]) {
  const place = ['--state-dir', join(home, 'state'), '-n', 'base', '--rpc-url', 'http://127.0.0.1:1']
  const shown = await runSwapline(home, ['status', crossing, ...place, ...words])
  const { stdout, code } = await runSwapline(home, ['status', crossing, ...place, ...words, '-o', 'json'])
  return { screen: shown.stderr.replace(/\s+/g, ' '), error: JSON.parse(stdout).error, code }
}

test.each(['--retry', '--release', '--complete'])('%s without an account names the crossing', async (action) => {
  const { screen, error, code } = await runBoth(await createHomeOf('accepted'), action)
  expect(error).toMatchObject({ code: 'NO_ACCOUNT', sent: true, swapId: crossing, txHash: deposit })
  expect(code).toBe(3)
  expect(screen).toContain('There is no account to sign with. A transaction WAS sent.')
  expect(screen).toContain(deposit)
})

test.each([
  ['accepted', true, 'A transaction WAS sent.'],
  ['no-answer', true, 'Whether anything was sent is unknown.'],
  [undefined, false, 'Nothing was sent.'],
] as const)('without an endpoint, after a node had %s: sent is %s', async (answer, sent, words) => {
  const home = await createHomeOf(answer)
  expect((await runSwapline(home, ['wallet', 'add-watch', 'main', account])).code).toBe(0)
  const { screen, error, code } = await runBoth(home, '--retry', '-a', 'main')
  expect(error).toMatchObject({ code: 'NETWORK_UNAVAILABLE', sent, swapId: crossing, txHash: deposit })
  expect(code).toBe(5)
  expect(screen).toContain(words)
  expect(screen).toContain(deposit)
})
