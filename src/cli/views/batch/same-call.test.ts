/** A row whose call another program made: the report names that transaction, and calls it no failure. */
import { expect, test } from 'vitest'
import type { ReportedRow } from '#domain/trade/batch/batches'
import { hex } from '#domain/units'
import { doneByOther, errorOf, hashOf } from './batch.ts'

const [own, by] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`))
const known = 'Another transaction made the same call.'

/** @param replacedBy what used the nonce, if that was another transaction */
const rowOf = (state: ReportedRow['state'], replacedBy: object | undefined) =>
  ({
    state,
    intent: { kind: 'swap', transactions: [{ step: 'swap', hash: own, conclusion: { known, replacedBy } }] },
  }) as unknown as ReportedRow

const sameCall = { hash: by, sameCall: true }

test.each([
  ['done', sameCall, { hash: by, note: known, error: undefined }],
  ['reverted', sameCall, { hash: by, note: undefined, error: { code: 'REVERTED', message: known } }],
  ['sent', sameCall, { hash: by, note: undefined, error: { code: 'SENT', message: known } }],
  ['replaced', { hash: by }, { hash: own, note: undefined, error: { code: 'REPLACED', message: known } }],
  ['done', undefined, { hash: own, note: undefined, error: undefined }],
] as const)('%s, by %o', (state, replacedBy, wanted) => {
  const row = rowOf(state, replacedBy)
  expect({ hash: hashOf(row), note: doneByOther(row), error: errorOf(row) }).toEqual(wanted)
})
