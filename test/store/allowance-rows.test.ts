import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { amount, evm, nativeToken, networkName } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { createAllowanceLock } from '#store/journal/allowance-lock'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { account, createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const network = networkName('sandbox')
const other = evm(`0x${'b2'.repeat(20)}`)
const [token, spender] = [evm(`0x${'70'.repeat(20)}`), evm(`0x${'5e'.repeat(20)}`)]
const newJournal = () =>
  createJournal({ database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }), finalDepth: () => 3 })

test('intents are found by the lowest nonce of their steps, for one account', async () => {
  const journal = newJournal()
  for (const [i, from] of [account, account, other].entries()) {
    await journal.open(createDraft(idOf(i), idOf(i), from))
    await journal.recordSigned(idOf(i), createTx('approve', 2 * i, from), now)
    await journal.recordSigned(idOf(i), createTx('swap', 2 * i + 1, from), now)
  }
  const idsFrom = async (nonce: number) => (await journal.listFromNonce(network, account, nonce)).map(({ id }) => id)
  expect(await idsFrom(0)).toEqual([idOf(0), idOf(1)])
  expect(await idsFrom(1)).toEqual([idOf(0), idOf(1)])
  expect(await idsFrom(2)).toEqual([idOf(1)])
  expect(await idsFrom(4)).toEqual([])
  expect(await journal.listFromNonce(networkName('base'), account, 0)).toEqual([])
})

test('tokens and spenders come from swaps and from the bytes of approvals', async () => {
  const journal = newJournal()
  await journal.open(createDraft(idOf(1)))
  const approval = createTx('approve', 0)
  const data = encodeApprove(spender, amount(5n))
  await journal.recordSigned(idOf(1), { ...approval, payload: { ...approval.payload, to: token, data } }, now)
  await journal.bindTrade(idOf(1), createTrade(idOf(2)))
  await journal.recordSigned(idOf(1), createTx('swap', 1), now)
  await journal.open(createDraft(idOf(3)))
  await journal.recordSigned(idOf(3), createTx('deploy', 2), now) // not an approval by its bytes
  expect(await journal.listAllowanceUses(network, account)).toEqual([
    { token: nativeToken, spender: createTx('swap', 1).payload.to },
    { token, spender },
  ])
  expect(await journal.listAllowanceUses(network, other)).toEqual([])
})

test('the lock on a token tells once that it waits, and fails with the failure it was given', async () => {
  const clock = { elapsed: () => performance.now(), sleep: (ms: number) => sleep(ms) }
  const lock = createAllowanceLock({ directory: temporaryDirectory(), clock })
  let waits = 0
  const turn = {
    chainId: 1,
    account,
    token,
    timeoutMs: 300,
    onWait: () => void waits++,
    createFailure: () => new RangeError('too long'),
  }
  await lock.withLock(turn, async () => {
    await expect(lock.withLock(turn, async () => 1)).rejects.toThrow('too long')
    expect(await lock.withLock({ ...turn, token: spender }, async () => 2)).toBe(2)
    expect(await lock.withLock({ ...turn, account: other }, async () => 3)).toBe(3)
    expect(await lock.withLock({ ...turn, chainId: 2 }, async () => 4)).toBe(4)
  })
  expect(await lock.withLock(turn, async () => 5)).toBe(5)
  expect(waits).toBe(1)
})
