import { fail } from '#domain/errors'
import type { HttpRoute } from '#http/route'
import { checkSubmission } from '#http/submission'

export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap-in',
  async answer(context, { form }) {
    await checkSubmission(context, form)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
  },
}
