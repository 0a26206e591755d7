/**
 * Every failure that a user can meet, in one table: `number` and `http` belong to the HTTP API, `exit` to the command
 * line, `say` is what happened, `fix` what to do about it. Messages may change; codes and numbers may not.
 */
import { batchFailures } from '#domain/failures/batch'
import { checkFailures } from '#domain/failures/check'
import { interfaceFailures } from '#domain/failures/interface'
import { lookupFailures } from '#domain/failures/lookup'
import { networkFailures } from '#domain/failures/network'
import { requestFailures } from '#domain/failures/request'
import type { Row } from '#domain/failures/row'
import { sendingFailures } from '#domain/failures/sending'
import { serviceFailures } from '#domain/failures/service'
import { setupFailures } from '#domain/failures/setup'

export const errorTable = {
  ...requestFailures,
  ...lookupFailures,
  ...checkFailures,
  ...setupFailures,
  ...networkFailures,
  ...sendingFailures,
  ...serviceFailures,
  ...interfaceFailures,
  ...batchFailures,
} as const

export type ErrorCode = keyof typeof errorTable
export type Details<C extends ErrorCode> = Parameters<(typeof errorTable)[C]['say']>[0]

const rows: { readonly [C in ErrorCode]: Row<Details<C>> } = errorTable

/** The row of `code`, which takes that code's details. */
export const rowOf = <C extends ErrorCode>(code: C): Row<Details<C>> => rows[code]
