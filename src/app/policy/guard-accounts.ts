import type { PolicyContext } from '#app/policy/context'
import { toJournalOrder } from '#app/policy/order-spends'
import type { SigningMethod, SigningRequests } from '#app/policy/signature-checks'
import type { StoredPolicy } from '#domain/policy/policy'
import type { Account, Accounts, KeyAccounts, KeySigner, Signer } from '#domain/trade/accounts'

/** What a signature must pass is loaded for the first of them: no quote needs it. */
const signatureChecks = () => import('#app/policy/signature-checks')

/** The wallet's accounts with signers that sign only what the policy allows. */
export const guardAccounts = (context: PolicyContext, { keySigner, ...accounts }: KeyAccounts): Accounts => ({
  ...accounts,
  signer: (account) => createGuardedSigner(context, account, keySigner(account)),
})

function createGuardedSigner(context: PolicyContext, account: Account, key: KeySigner): Signer {
  const { address } = key
  /**
   * Checks, signs by `sign` and stores by `keep`, under the lock if there is a policy. A signature that the policies in force
   * once it is made do not allow is neither stored nor returned.
   */
  const guarded = async <Kind extends SigningMethod, T>(
    kind: Kind,
    request: SigningRequests[Kind],
    { sign, keep }: Signing<T>,
  ): Promise<T> => {
    const checks = (await signatureChecks()).createChecks(context, address)
    const attempt = async (isLocked: boolean): Promise<{ readonly signature: T } | undefined> => {
      const policies = findPolicies(context, account)
      if (policies.length > 0 && !isLocked) return undefined
      for (const policy of policies) await checks[kind](policy, request)
      const signature = await sign()
      // the first policy of all, and one that is changed with another state directory, do not wait for this lock
      if (!areSame(policies, findPolicies(context, account))) return undefined
      await keep?.(signature)
      return { signature }
    }
    for (let done = await attempt(false); ; done = await context.lock(() => attempt(true)))
      if (done !== undefined) return done.signature
  }
  return {
    address,
    unlock: () => key.unlock(),
    async requireAllowed(trade) {
      const { requireAllowed } = await signatureChecks()
      return requireAllowed(context, findPolicies(context, account), { ...trade, sender: address })
    },
    async requireRelaying(networks) {
      const { requireRelaying } = await signatureChecks()
      return requireRelaying(context, findPolicies(context, account), networks)
    },
    async sign(request, record) {
      await key.unlock() // before the lock: a person may take a while to type
      return guarded('sign', request, { sign: () => key.sign(request.payload, request.nonce), keep: record })
    },
    async signPermit(permit, network) {
      await key.unlock()
      return guarded('signPermit', { permit, network }, { sign: () => key.signPermit(permit) })
    },
    async signDaiPermit(permit, network) {
      await key.unlock()
      return guarded('signDaiPermit', { permit, network }, { sign: () => key.signDaiPermit(permit) })
    },
    async signOrder(order, network, quoteId) {
      await key.unlock()
      return guarded(
        'signOrder',
        { order, network },
        {
          sign: () => key.signOrder(order),
          keep: async () => {
            const signed = toJournalOrder(order, network, context.clock.now())
            await (await context.journal()).recordOrder(quoteId === undefined ? signed : { ...signed, quoteId })
          },
        },
      )
    },
    async signText(text) {
      await key.unlock()
      return guarded('signText', text, { sign: () => key.signText(text) })
    },
    async signTyped(message) {
      await key.unlock()
      return guarded('signTyped', message, { sign: () => key.signTyped(message) })
    },
  }
}

interface Signing<T> {
  readonly sign: () => Promise<T>
  /** Makes the signature durable, before it leaves the signer. */
  readonly keep?: (signature: T) => Promise<void>
}

/** Keys of the sandbox and of the environment have no file: the machine's policy binds them. */
const findPolicies = ({ files }: PolicyContext, { kind, path }: Account): readonly StoredPolicy[] =>
  files.find(kind === 'keystore' ? path : undefined)

const areSame = (before: readonly StoredPolicy[], now: readonly StoredPolicy[]): boolean =>
  JSON.stringify(before) === JSON.stringify(now)
