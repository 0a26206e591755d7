import type { TradeContext } from '#app/context'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { completePayload } from '#app/trade/steps/complete-payload'
import { type FollowLimits, followStep } from '#app/trade/steps/follow'
import { createCallBudget } from '#app/trade/steps/gas-budget'
import { resolveLargeBlockFees } from '#app/trade/steps/large-block-fees'
import { withOutcome } from '#app/trade/steps/outcome'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail, SwapError } from '#domain/errors'
import { hasFailedForGood } from '#domain/journal/call-outcome'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import type { Dialogue } from '#domain/trade/dialogue'
import type { DeployedContract } from '#domain/trade/trader'
import { type Address, type NetworkName, noBytes, wei } from '#domain/units'
import { getDeployer } from '#encoding/contracts/deployers'
import { isPinnedCode } from '#encoding/contracts/pinned-contract'
import {
  type Deployable,
  deployerSender,
  listCrossingDeployables,
  listDeployables,
} from '#encoding/contracts/router-deploy'

interface DeployInput {
  readonly network: NetworkName
  readonly account: string
  readonly patience: FollowLimits
  /** The crossing contract and its bridge as well, after the adapters. */
  readonly withCrossing: boolean
}

/**
 * Deploys the network's router and the adapters to their addresses by the deterministic deployer, unless they are there
 * already. One transaction and one intent each, the router first.
 * @throws `ROUTER_NOT_TRUSTED` if an address has other code, `TRANSACTION_BUILD_FAILED` if the chain has no
 *   deterministic deployer.
 */
export async function deployRouter(
  context: TradeContext,
  input: DeployInput,
  dialogue: Dialogue,
): Promise<{ readonly router: DeployedContract; readonly adapters: readonly DeployedContract[] }> {
  const chain = await context.chain(input.network)
  // before the network is asked: whatever ends this run, what an earlier one sent may be on the chain
  for (const { id } of await listOpenDeployments(context, chain, input)) dialogue.tell({ what: 'intent', id })
  const place = async (contract: Deployable): Promise<DeployedContract> => {
    const { name, address } = contract
    const intent = (await isDeployed(chain, contract))
      ? undefined
      : await deployContract(context, { ...input, contract }, dialogue)
    return { name, address, intent }
  }
  const [ours, ...adaptersOfRouter] = listDeployables(chain.network)
  const others = [...adaptersOfRouter, ...(input.withCrossing ? listCrossingDeployables(chain.network) : [])]
  const router = await place(ours)
  const adapters: DeployedContract[] = []
  try {
    for (const one of others) adapters.push(await place(one))
  } catch (error) {
    throw tellDeployed([router, ...adapters], error)
  }
  return { router, adapters }
}

/** Why one was not deployed says nothing of those before it, which were. */
function tellDeployed(before: readonly DeployedContract[], error: unknown): unknown {
  const wasSent = before.some(({ intent }) => intent !== undefined)
  return wasSent && error instanceof SwapError ? error.withContext({ sent: true }) : error
}

/** By any endpoint: one whose state is older than a deployment shows no code yet. */
async function isDeployed(chain: Chain, contract: Deployable): Promise<boolean> {
  const codes = (await chain.allCodes([contract.address])).flat()
  if (codes.some((code) => isPinnedCode(contract, code))) return true
  if (codes.every((code) => code === noBytes)) return false
  throw fail('ROUTER_NOT_TRUSTED', { address: contract.address, reason: 'there is other code at its address' })
}

/** The keyless one can be placed by anyone. */
const deployerFailure = ({ name, native, deployer: kind }: Network, address: Address) =>
  fail('TRANSACTION_BUILD_FAILED', {
    reason: `${name} has no deterministic deployer at ${address}.`,
    fix: [
      kind === undefined
        ? `place it: send 0.01 ${native.symbol} to ${deployerSender}, then broadcast its published transaction (docs/contracts.md)`
        : `swapline networks ${name} --check --report found.json, and send it to us`,
    ],
  })

interface Deployment {
  readonly chain: Chain
  readonly contract: Deployable
  readonly from: Address
}

/** @param turn 1 for the first deployment of a contract by an account */
const keyOf = ({ chain, contract, from }: Deployment, turn: number): string =>
  `deploy:${chain.network.chainId}:${contract.address}:${from}${turn === 1 ? '' : `:${turn}`}`

/** An account's deployments of our contracts that are signed and not final, by the journal alone. */
export async function listOpenDeployments(
  { accounts, journal }: TradeContext,
  chain: Chain,
  { account, withCrossing }: Pick<DeployInput, 'account' | 'withCrossing'>,
): Promise<readonly Intent[]> {
  const { address: from } = await accounts.find(account)
  const open: Intent[] = []
  const crossing = withCrossing ? listCrossingDeployables(chain.network) : []
  for (const contract of [...listDeployables(chain.network), ...crossing])
    for (let turn = 1; ; turn += 1) {
      const intent = await journal.findByKey(keyOf({ chain, contract, from }, turn))
      if (intent === undefined) break
      const tx = transactionOf(intent, 'deploy')
      if (tx !== undefined && !tx.conclusion.isFinal) open.push(intent)
    }
  return open
}

/**
 * One intent for a contract and an account, until its transaction failed for good: then the next one. Before that is
 * final, no other is signed, so never are two of them mined.
 */
async function openDeployment(context: TradeContext, deployment: Deployment): Promise<Intent> {
  const { journal, uuid, clock } = context
  const { chain, from } = deployment
  const { chainId, name: network } = chain.network
  const draft = { kind: 'deploy', network, chainId, from } as const
  for (let turn = 1; ; turn += 1) {
    const opened = await journal.open({ ...draft, id: uuid(), key: keyOf(deployment, turn), at: clock.now() })
    const tx = transactionOf(opened, 'deploy')
    if (tx === undefined || !hasFailedForGood(tx.conclusion)) return opened
  }
}

async function deployContract(
  context: TradeContext,
  { network, account, patience, contract }: Omit<DeployInput, 'withCrossing'> & { readonly contract: Deployable },
  dialogue: Dialogue,
): Promise<Intent> {
  const chain = await context.chain(network)
  const { address, data } = contract
  const deployer = getDeployer(chain.network).address
  if ((await chain.code(deployer)) === noBytes) throw deployerFailure(chain.network, deployer)

  const found = await context.accounts.find(account)
  checkAccountKind(found, chain.network)
  const signer = context.accounts.signer(found)
  const fees = await resolveLargeBlockFees(chain, signer.address, contract)
  const payload = await completePayload(chain, { from: signer.address, to: deployer, data, value: wei(0n) }, fees)
  const opened = await openDeployment(context, { chain, contract, from: signer.address })
  dialogue.tell({ what: 'intent', id: opened.id })
  return withOutcome(context, opened.id, async () => {
    const gasBudget = createCallBudget(chain.network)
    const sent = await signAndSend(
      context,
      { chain, intent: opened, step: 'deploy', payload, signer, gasBudget },
      dialogue,
    )
    const intent = await followStep(context, { chain, intent: sent, step: 'deploy' }, patience, dialogue)
    if (await isDeployed(chain, contract)) return intent
    throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'the deployment left no code of ours' })
  })
}
