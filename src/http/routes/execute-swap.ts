import { toApiSwap } from '#domain/api/swap'
import { readSubmission } from '#http/answers/submission'
import { deprecation, type HttpRoute, toJsonResponse } from '#http/route'

/** Hands a signed order to the relayer; the same order again gives the same record. */
export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap',
  async answer(context, { form }) {
    const record = await context.service.execute(await readSubmission(context, form))
    return { ...toJsonResponse(toApiSwap(record, context.checksum)), headers: deprecation }
  },
}
