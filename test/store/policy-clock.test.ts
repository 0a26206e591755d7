/** A limit of a day counts what is signed, whatever the clock says when it is sped up. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSpendPolicy } from '#app/policy/spend-policy'
import { noRules } from '#domain/policy/policy'
import { gas, hex, networkName, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const coin = 10n ** 18n
const sandbox = networkName('sandbox')
const budget = { maxPrice: wei(9_000_000_000n), maxCost: wei(10n ** 16n), of: 'swap' } as const

test('a swap that was sped up by a clock that was two days late still counts', async () => {
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 3,
  })
  const [id, quote] = [idOf(0xa1), idOf(0xb2)]
  const sample = createTx('swap', 5)
  const original = { ...sample, budget, payload: { ...sample.payload, value: wei(5n * coin), gasLimit: gas(21_000n) } }
  await journal.open(createDraft(id, 'k'))
  await journal.bindTrade(id, createTrade(quote))
  await journal.recordSigned(id, original, now)
  await journal.addObservations(id, 'swap', [
    { kind: 'broadcast', at: now, endpoint: 'node', hash: original.hash, outcome: 'accepted' },
  ])
  const policy = {
    ...noRules,
    ...{ perDay: [{ token: { symbol: 'ETH' }, limit: '6' }] },
    ...{ path: '/keys/.policy.json', stateDirectory: '/s', countsHere: true },
  }
  const rules = createSpendPolicy({
    ...{ clock: { now: () => seconds(now + 3_600) }, entryOf: getNetworkEntry },
    ...{ bridges: async () => [], journal: async () => journal, lock: (work) => work() },
    files: { find: () => [policy], change: async () => [] },
  })
  const whole = async () => ((await rules.usage(policy, sandbox))[0]?.spent ?? 0n) / 10n ** 36n
  expect(await whole()).toBe(5n)

  const fees = { type: 2, maxFeePerGas: wei(9_000_000_000n), maxPriorityFeePerGas: wei(8_000_000_000n) } as const
  await journal.recordReplacement(
    id,
    {
      ...{ ...original, kind: 'speedup', replaces: original.hash, hash: hex(`0x${'1'.padStart(64, '0')}`) },
      ...{ raw: hex('0x0200000001'), payload: { ...original.payload, fees } },
    },
    seconds(now - 2 * 86_400),
  )
  expect(await whole()).toBe(5n)
})
