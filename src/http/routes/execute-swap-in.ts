import { fail } from '#domain/errors'
import { checkSubmission } from '#http/answers/submission'
import type { HttpRoute } from '#http/route'

export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap-in',
  async answer(context, { form }) {
    await checkSubmission(context, form)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
  },
}
