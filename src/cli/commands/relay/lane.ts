/** The lane that a command is about. */
import type { Context } from '#cli/context'
import { parseAccountReference } from '#cli/parse/account-reference'
import { parseStorePlace } from '#cli/parse/store-place'
import { requireTradable } from '#cli/request/quote-options'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Lane, LaneStatus, RelayStore } from '#domain/relay/relay'
import type { Account } from '#domain/trade/accounts'
import type { TokenBalance } from '#domain/trade/trader'
import { nativeToken } from '#domain/units'
import { checksum } from '#text/checksum'

export const laneOptions = {
  relayer: {
    flag: '--relayer <account>',
    about: 'the relayer that serve was given (default serve.relayer)',
    parse: parseAccountReference,
    completes: 'account',
  },
  db: { flag: '--db <place>', about: 'the file or postgres://… that serve was given', parse: parseStorePlace },
} as const

export interface ResolvedLane {
  readonly account: Account
  readonly network: Network
  readonly lane: Lane
  readonly status: LaneStatus
  readonly relays: Pick<RelayStore, 'laneStatus' | 'passOwn' | 'releaseOwn' | 'setDraining'>
}

/** @throws `USAGE` without a relayer, or if it has no lane on the network in this store */
export async function resolveLane(
  context: Context,
  { relayer, db }: { readonly relayer: string | undefined; readonly db: string | undefined },
): Promise<ResolvedLane> {
  const name = relayer ?? context.settings.get('serve.relayer')
  if (name === undefined) throw fail('USAGE', { reason: 'Which relayer?', fix: 'repeat with --relayer <account>' })
  const network = await requireTradable(context)
  const account = await (await context.accounts()).find(name)
  const { relays } = await context.host(db ?? context.settings.get('serve.db'))
  const lane = { network: network.name, chainId: network.chainId, relayer: account.address }
  const status = await relays.laneStatus(lane)
  if (status === undefined)
    throw fail('USAGE', {
      reason: `${account.name} has no lane on ${network.name} in this store.`,
      fix: 'name the store that serve uses: --db <place>',
    })
  return { account, network, lane, status, relays }
}

/** Native currency, which pays the gas, and the listed tokens that the relayer was paid in. */
export async function readEarnings(
  context: Context,
  { account, network }: ResolvedLane,
): Promise<readonly TokenBalance[]> {
  const tokens = (await context.tokens()).list(network.name)
  const held = await (await context.trader()).balances(network.name, account.address, tokens)
  return held.filter(({ amount, token }) => amount > 0n || token.address === nativeToken)
}

export const laneView = ({ account, lane, status }: ResolvedLane) => ({
  relayer: checksum(account.address),
  network: lane.network,
  draining: status.isDraining,
  nextNonce: status.nextNonce,
  open: status.open,
  spentInADay: String(status.spent),
  reserved: String(status.reserved),
  outcomes: status.outcomes,
})
