import { fail } from '#domain/errors'
import { checkSubmission } from '#http/answers/submission'
import type { HttpRoute } from '#http/route'

export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap',
  async answer(context, { form }) {
    await checkSubmission(context, form)
    throw fail('GASLESS_NOT_AVAILABLE', {})
  },
}
