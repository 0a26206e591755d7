/** The only place that makes a real chain, store or key. */
import type { Compose } from '#cli/context'
import { fail } from '#domain/errors'

const missing = (part: string) => async () => {
  throw fail('INTERNAL', { reason: `${part} is not composed yet` })
}

export const compose: Compose = () => ({
  service: missing('the service'),
  trader: missing('the trader'),
  tokens: missing('the token book'),
  accounts: missing('the accounts'),
  sandbox: missing('the sandbox'),
  close: async () => undefined,
})
