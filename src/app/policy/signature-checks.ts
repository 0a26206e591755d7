/** What a spend policy demands of each kind of signature, and of a trade before it. */
import { findDestination } from '#app/crossing/find-destination'
import { checkPolicy, violation } from '#app/policy/check-policy'
import type { PolicyContext } from '#app/policy/context'
import { dayStart, listDaySpends, nonceOf, type SigningStep } from '#app/policy/day-spends'
import { findUnknownCrossing } from '#app/policy/known-crossing'
import { costOf, listOrderSpends, type SigningOrder } from '#app/policy/order-spends'
import { addL1Fee, type Outflow, readOutflow } from '#app/policy/outflow'
import { findRuleDecimals, loadRuleNetwork } from '#app/policy/token-rules'
import type { SwapTypedData } from '#domain/api/typed-data'
import type { Network } from '#domain/network'
import type { PlannedTrade, PolicySpend, StoredPolicy } from '#domain/policy/policy'
import type { KeySigner, TransactionToSign } from '#domain/trade/accounts'
import type { DaiPermitRequest, PermitRequest } from '#domain/trade/permit'
import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, evm, type NetworkName, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { computeOrderDigest } from '#encoding/order/digest'

/** The methods of a key that make a signature. One that is new does not compile until it has a check here. */
export type SigningMethod = Exclude<keyof KeySigner, 'address' | 'unlock'>

/** What each kind of signature is asked for. */
export interface SigningRequests extends Record<SigningMethod, unknown> {
  readonly sign: TransactionToSign
  readonly signPermit: { readonly permit: PermitRequest; readonly network: NetworkName }
  readonly signDaiPermit: { readonly permit: DaiPermitRequest; readonly network: NetworkName }
  readonly signOrder: { readonly order: SwapTypedData; readonly network: NetworkName }
  readonly signText: string
  readonly signTyped: TypedMessage
}

type Checks = {
  readonly [Kind in SigningMethod]: (policy: StoredPolicy, request: SigningRequests[Kind]) => Promise<void>
}

/** What each kind of signature of an account must pass. */
export function createChecks(context: PolicyContext, address: Address): Checks {
  return {
    sign: async (policy, request) => {
      if (request.relays) await requireRelaying(context, [policy], [request.network])
      const network = await loadRuleNetwork(context.entryOf(request.network))
      const read = readOutflow(network, request.payload, request.step === 'swap' ? request.trade : undefined)
      if (read === undefined)
        throw violation(policy, { rule: 'what the transaction spends cannot be told from its bytes' })
      const rule = findUnknownCrossing(await context.bridges(), network, request.payload)
      if (rule !== undefined) throw violation(policy, { rule })
      const outflow = addL1Fee(read, request.l1Fee ?? 0n)
      const nonce = nonceOf(request.network, request.payload.from, request.nonce)
      await check(context, policy, { network, sender: address, outflow, signing: request, nonce })
    },
    signPermit: async (policy, { permit, network: name }) => {
      const network = await loadRuleNetwork(context.entryOf(name))
      requireOurRouter(policy, network, { chainId: permit.domain.chainId, router: permit.spender })
      const outflow = toAllowanceOutflow(permit.domain.verifyingContract, permit.value)
      await check(context, policy, { network, sender: address, outflow })
    },
    signDaiPermit: async (policy, { permit, network: name }) => {
      const network = await loadRuleNetwork(context.entryOf(name))
      requireOurRouter(policy, network, { chainId: permit.domain.chainId, router: permit.spender })
      const outflow = toAllowanceOutflow(permit.domain.verifyingContract, everything)
      await check(context, policy, { network, sender: address, outflow })
    },
    signOrder: async (policy, { order, network: name }) => {
      const network = await loadRuleNetwork(context.entryOf(name))
      const { chainId, verifyingContract: router } = order.domain
      requireOurRouter(policy, network, { chainId, router: evm(router) })
      const signing = { digest: computeOrderDigest(order) }
      await check(context, policy, { network, sender: address, outflow: readOrderOutflow(order), signing })
    },
    // Some contracts take the signature of a text for that of the 32 bytes of an order.
    signText: async (policy, text) => {
      if (new TextEncoder().encode(text).length === 32)
        throw violation(policy, { rule: 'a text of 32 bytes may be an order' })
    },
    signTyped: async (policy) => {
      throw violation(policy, { rule: 'what a structured message lets others take cannot be told' })
    },
  }
}

const everything = (1n << 256n) - 1n

function requireOurRouter(
  policy: StoredPolicy,
  network: Network,
  { chainId, router }: { readonly chainId: number; readonly router: Address },
): void {
  if (chainId === network.chainId && router === getRouter(network).address) return
  throw violation(policy, { rule: `it signs approvals for our router only, not for ${router}` })
}

const toAllowanceOutflow = (token: Address, amount: bigint): Outflow => ({
  spends: [],
  allowances: [{ token, amount, isOurs: true }],
  tokens: [token],
  recipients: [],
})

/** An order pays with its token alone: its gas is the relayer's. */
function readOrderOutflow({ message }: SwapTypedData): Outflow {
  const [sold, bought] = [evm(message.fromAsset), evm(message.toAsset)]
  const affiliate = evm(message.affiliate)
  return {
    spends: [{ token: sold, amount: costOf(message) }],
    allowances: [],
    tokens: [sold, bought],
    recipients: affiliate === nativeToken ? [evm(message.recipient)] : [evm(message.recipient), affiliate],
  }
}

interface SignatureToCheck {
  readonly network: Network
  readonly sender: Address
  readonly outflow: Outflow
  readonly signing?: SigningStep | SigningOrder
  /** A transaction's, as `nonceOf` names it. */
  readonly nonce?: string
}

async function check(
  context: PolicyContext,
  policy: StoredPolicy,
  { network, sender, outflow, signing, nonce }: SignatureToCheck,
): Promise<void> {
  const spent = policy.perDay.length === 0 ? [] : await readDaySpends(context, signing)
  const [entryOf, destination] = await Promise.all([
    loadRuleNetworks(context, spent),
    loadDestination(network, outflow),
  ])
  checkPolicy(policy, { network, sender, outflow, destination, spent, nonce, entryOf })
}

async function loadDestination(network: Network, { arrival }: Outflow): Promise<Network | undefined> {
  const found = arrival && findDestination(network, arrival.chainId)
  return found && loadRuleNetwork(found)
}

/** The networks of spends, as rules understand them. */
export async function loadRuleNetworks(
  { entryOf }: Pick<PolicyContext, 'entryOf'>,
  spent: readonly PolicySpend[],
): Promise<PolicyContext['entryOf']> {
  const names = [...new Set(spent.map(({ network }) => network))]
  const loaded = new Map(
    await Promise.all(names.map(async (name) => [name, await loadRuleNetwork(entryOf(name))] as const)),
  )
  return (name) => loaded.get(name) ?? entryOf(name)
}

/** What was signed on this machine in the last 24 hours, as far as it was or may still be spent. */
export async function readDaySpends(
  { clock, journal, entryOf }: PolicyContext,
  signing?: SigningStep | SigningOrder,
): Promise<readonly PolicySpend[]> {
  const since = dayStart(clock.now())
  const opened = await journal()
  const [intents, orders] = await Promise.all([opened.list({ signedSince: since, limit: 0 }), opened.listOrders(since)])
  const step = signing !== undefined && 'intent' in signing ? { signing } : {}
  const order = signing !== undefined && 'digest' in signing ? signing.digest : undefined
  return [...listDaySpends(intents, { since, entryOf, ...step }), ...listOrderSpends(orders, order)]
}

/** Checks a trade by what its request says; its gas is not known yet. @throws `POLICY_VIOLATED` */
export async function requireAllowed(
  context: PolicyContext,
  policies: readonly StoredPolicy[],
  trade: PlannedTrade & { readonly sender: Address },
): Promise<void> {
  const network = await loadRuleNetwork(context.entryOf(trade.network))
  const { sell, buy, toNetwork } = trade
  const bought =
    toNetwork === undefined
      ? { tokens: [sell, buy] }
      : { tokens: [sell], arrival: { chainId: context.entryOf(toNetwork).chainId, token: buy } }
  const spends = [{ token: sell, amount: trade.sellAmount }]
  const outflow = { spends, allowances: [], recipients: trade.recipients, ...bought }
  for (const policy of policies) await check(context, policy, { network, sender: trade.sender, outflow })
}

/**
 * A limit of a day is counted in the journal, and a relayer's versions are in its service's store, which other machines may
 * share: a limit of what gas is paid in would never be used up.
 * @throws `POLICY_VIOLATED`
 */
export async function requireRelaying(
  { entryOf }: Pick<PolicyContext, 'entryOf'>,
  policies: readonly StoredPolicy[],
  networks: readonly NetworkName[],
): Promise<void> {
  for (const name of networks) {
    const network = await loadRuleNetwork(entryOf(name))
    for (const policy of policies)
      for (const { token } of policy.perDay)
        if (findRuleDecimals(token, network, nativeToken) !== undefined)
          throw violation(policy, {
            rule: `its limit of ${token.symbol} per day cannot count the gas that a relayer pays on ${name}`,
            fix: [`swapline policy unset per-day ${token.symbol}`, 'bound what open orders may cost: --relay-cap'],
          })
  }
}
