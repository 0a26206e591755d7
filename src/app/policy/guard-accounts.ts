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
  /** Checks, and signs by `work`, under the lock if a limit of a day is counted. */
  const guarded = async <Kind extends SigningMethod, T>(
    kind: Kind,
    request: SigningRequests[Kind],
    work: () => Promise<T>,
  ): Promise<T> => {
    const policies = findPolicies(context, account)
    const checks = (await signatureChecks()).createChecks(context, address)
    const checked = async (): Promise<T> => {
      for (const policy of policies) await checks[kind](policy, request)
      return work()
    }
    return policies.some(({ perDay }) => perDay.length > 0) ? context.lock(checked) : checked()
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
      return guarded('sign', request, async () => {
        const signed = await key.sign(request.payload, request.nonce)
        await record(signed)
        return signed
      })
    },
    async signPermit(permit, network) {
      await key.unlock()
      return guarded('signPermit', { permit, network }, () => key.signPermit(permit))
    },
    async signDaiPermit(permit, network) {
      await key.unlock()
      return guarded('signDaiPermit', { permit, network }, () => key.signDaiPermit(permit))
    },
    async signOrder(order, network) {
      await key.unlock()
      return guarded('signOrder', { order, network }, async () => {
        const signature = await key.signOrder(order)
        await (await context.journal()).recordOrder(toJournalOrder(order, network, context.clock.now()))
        return signature
      })
    },
    async signText(text) {
      await key.unlock()
      return guarded('signText', text, () => key.signText(text))
    },
    async signTyped(message) {
      await key.unlock()
      return guarded('signTyped', message, () => key.signTyped(message))
    },
  }
}

/** Keys of the sandbox and of the environment have no file: the machine's policy binds them. */
const findPolicies = ({ files }: PolicyContext, { kind, path }: Account): readonly StoredPolicy[] =>
  files.find(kind === 'keystore' ? path : undefined)
