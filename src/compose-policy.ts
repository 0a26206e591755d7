import { join } from 'node:path'
import type { PolicyContext } from '#app/policy/guard-accounts'
import { all } from '#bridges/all.gen'
import type { ComposeInput } from '#cli/context'
import { lockTimeoutMs } from '#compose-address-book'
import { createPolicyFiles } from '#store/policy-files'
import { withFileLock } from '#store/sqlite/file-lock'

/** The policy beside the keys of this machine, wherever flags and variables say that the keys are. */
export function composePolicy(
  { settings, clock }: ComposeInput,
  parts: Pick<PolicyContext, 'journal' | 'entryOf'> & { readonly uuid: () => string },
): PolicyContext {
  const { state, ownKeystore, keystores } = settings.paths
  const { uuid, ...rest } = parts
  const path = join(state, 'locks', 'policy.lock')
  return {
    ...rest,
    clock,
    bridges: all,
    files: createPolicyFiles({ folders: [ownKeystore, ...keystores.slice(0, 1)], stateDirectory: state, uuid }),
    lock: (work) => withFileLock({ clock, timeoutMs: lockTimeoutMs }, { path, what: 'the spend policy' }, work),
  }
}
