/** Another program made the step's very call with its nonce: how that ended is the step's end, as far as all endpoints tell. */
import { expect, test } from 'vitest'
import type { TransactionCheck } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import { evm, hex, wei } from '#domain/units'
import { findNonceEvidence, isSettled, type ObservedStep } from './refresh.ts'

const [own, by, blockHash, elsewhere] = ['aa', 'bb', 'cc', 'dd'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
  never,
]
const [account, router] = ['11', '22'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never]
const call = { to: router, data: hex('0x1234'), value: wei(5n) }
const step = {
  ...{ nonce: 7, hash: own, payload: { from: account } },
  versions: [{ hash: own, payload: { from: account, ...call } }],
  observations: [{ kind: 'look', endpoint: 'a', hash: own, head: { number: 60 }, nonce: 8, seen: 'absent' }],
} as unknown as ObservedStep

const receipt = { status: 'success', block: 50, blockHash }
const shown = (more: object) => ({ head: { number: 60 }, seen: 'mined', ...more }) as unknown as TransactionCheck

/** @param looks at the other transaction, by each endpoint */
async function findStatus(looks: readonly TransactionCheck[], user: object = call) {
  const asked: string[] = []
  const chain = {
    findNonceUser: async () => ({ endpoint: 'a', head: { number: 60 }, by, block: 50, blockHash, call: user }),
    checkTransaction: async ({ hash }: { readonly hash: string }) => {
      asked.push(hash)
      return looks
    },
  } as unknown as Chain
  const [found] = await findNonceEvidence(9 as never, chain, step)
  if (found?.kind !== 'nonce-used') throw new Error('it was found')
  return { sameCall: found.sameCall, status: found.status, asked }
}

test.each(['success', 'reverted'] as const)('it ended by %s', async (status) => {
  const all = [shown({ receipt: { ...receipt, status } }), shown({ receipt: { ...receipt, status } })]
  expect(await findStatus(all)).toEqual({ sameCall: true, status, asked: [by] })
})

test.each<[why: string, second: object, status: string | undefined]>([
  ['lags', { head: { number: 49 }, seen: 'absent' }, 'success'],
  ['has its block, but no receipt', { seen: 'behind' }, 'success'],
  ['does not have it', { seen: 'absent' }, undefined],
  ['shows another end', { receipt: { ...receipt, status: 'reverted' } }, undefined],
  ['shows another block', { receipt: { ...receipt, blockHash: elsewhere } }, undefined],
])('one endpoint alone does not tell: another one %s', async (_, second, status) => {
  expect((await findStatus([shown({ receipt }), shown(second)])).status).toBe(status)
})

test('of another call it does not matter', async () => {
  expect(await findStatus([shown({ receipt })], { ...call, value: 6n })).toEqual({
    ...{ sameCall: undefined, status: undefined, asked: [] },
  })
})

test.each([
  [{ sameCall: true, status: 'success' }, true],
  [{ sameCall: true }, false],
  [{}, true],
])('what is final is looked up again only while the end of the same call is unknown: %o', (replacedBy, settled) => {
  const conclusion = { isFinal: true, depth: 20, stage: 'replaced', replacedBy }
  expect(isSettled({ conclusion } as never, 1)).toBe(settled)
})
