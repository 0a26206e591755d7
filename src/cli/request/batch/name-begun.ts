/** Of words that cannot be read: a batch that an earlier run of the same command has begun is not denied. */
import type { Context } from '#cli/context'
import { readPlanIds } from '#cli/request/batch/plan-file'
import { readBatchFile } from '#cli/request/batch/read-orders'
import { readRows } from '#cli/request/batch/read-rows'
import { isFailure, leaveUnasked, SwapError } from '#domain/errors'

/** By the rows of a file, or by its plan. Standard input is not read for it. */
export function nameBegunFile(context: Context, file: string | undefined): void {
  context.interruption.setConclusion(async (cause) => {
    if (file === undefined || file === '-') return leaveUnasked(cause)
    const named = await readIds(context, file.trim())
    if (named === undefined) return leaveUnasked(cause)
    return (await context.batches()).outcomeOfRows(named.rows, named.id, cause)
  })
}

/** By a batch's id, the first characters of it, or `last`. */
export function nameBegunBatch(context: Context, word: string | undefined): void {
  context.interruption.setConclusion(async (cause) => {
    const batches = await context.batches()
    try {
      const { id } = await batches.report((word ?? 'last').trim().toLowerCase(), { ask: false })
      return await batches.outcomeOfRows([], id, cause)
    } catch (error) {
      if (isFailure(error, 'BATCH_NOT_FOUND')) return leaveUnasked(cause)
      throw error
    }
  })
}

/** @returns `undefined` if it is no file that can be read */
async function readIds(
  context: Context,
  file: string,
): Promise<{ readonly id?: string | undefined; readonly rows: readonly string[] } | undefined> {
  try {
    const text = await readBatchFile(context, file)
    return readPlanIds(text) ?? { rows: (await readRows(text)).rows.flatMap(({ words }) => words.id ?? []) }
  } catch (error) {
    if (error instanceof SwapError) return undefined
    throw error
  }
}
