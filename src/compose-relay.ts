/** Joins a relayer to a service: its key, its lanes, and the loop that follows its orders. */
import type { QuoteContext } from '#app/context'
import type { ServiceLog } from '#compose-log'
import { SwapError } from '#domain/errors'
import type { Lane, Relayer } from '#domain/relay/relay'
import type { ServerSettings } from '#domain/service/server'
import type { ServiceStore } from '#domain/service/stores'
import type { Accounts } from '#domain/trade/accounts'
import type { NetworkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { RelayContext, RelayerLimits } from '#relay/context'
import type { Follower, FollowerOptions } from '#relay/follow'

/** Overrides for tests. */
export interface RelayOverrides {
  readonly limits?: Partial<RelayerLimits>
  readonly reached?: RelayContext['reached']
  readonly tickMs?: number
  /** Called after each tick. */
  readonly ticked?: () => void
}

interface RelayParts
  extends Pick<QuoteContext, 'clock' | 'uuid' | 'chain' | 'contracts'>,
    Pick<RelayContext, 'bridges'> {
  readonly accounts: () => Promise<Accounts>
  readonly log: Pick<ServiceLog, 'note'>
  readonly relay?: RelayOverrides | undefined
}

/** An order is looked at about this often. */
const usualTickMs = 1_000

/** An order of another process is looked at in one of so many ticks: that process follows it too, if it runs. */
const followEvery = 10

interface RunningRelayer extends Relayer {
  /** The lanes that it follows. */
  readonly lanes: readonly Lane[]
  stop(): Promise<void>
}

interface Relaying extends Pick<Follower, 'findAccepted'> {
  readonly relayer: Relayer | undefined
  /** Ends the loops after their current ticks; what is under way is followed by the next process. */
  stop(): Promise<void>
}

/** The service's relayer, if it has one, and what follows the orders of others. */
export async function startRelaying(
  parts: RelayParts,
  store: ServiceStore,
  settings: ServerSettings,
): Promise<Relaying> {
  const relayer = await startRelayer(parts, store, settings)
  const follower = await startFollower(parts, store, { own: relayer?.lanes ?? [], networks: settings.networks })
  return {
    relayer,
    findAccepted: follower.findAccepted,
    stop: async () => {
      await relayer?.stop()
      await follower.stop()
    },
  }
}

/** Unlocks the relayer's key first: neither a wrong password nor a policy that refuses must be met by the first order. */
async function startRelayer(
  { accounts, log, relay = {}, ...parts }: RelayParts,
  { quotes, crossQuotes, relays, swaps }: ServiceStore,
  { relayer }: ServerSettings,
): Promise<RunningRelayer | undefined> {
  if (relayer === undefined) return undefined
  const { createRelayer } = await import('#relay/relayer')
  const { defaultRelayerLimits, laneOf } = await import('#relay/context')
  const known = await accounts()
  const signer = known.signer(await known.find(relayer.account))
  await signer.requireRelaying([...relayer.caps.keys()])
  await signer.unlock()
  const failed = noteWaiting(log)
  const made = createRelayer({
    ...{ ...parts, quotes, crossQuotes, relays, swaps, signer, recover: known.recover, caps: relayer.caps, failed },
    limits: { ...defaultRelayerLimits, ...relay.limits },
    ...(relay.reached && { reached: relay.reached }),
  })
  const lanes = [...relayer.caps.keys()].map((name) => laneOf({ signer }, getNetworkEntry(name)))
  return { ...made, lanes, ...keepTicking(made, parts, relay) }
}

interface RunningFollower extends Follower {
  stop(): Promise<void>
}

/** Follows the orders that the store has of other relayer accounts; needs no key. */
async function startFollower(
  { clock, chain, log, relay = {} }: Pick<RelayParts, 'clock' | 'chain' | 'log' | 'relay'>,
  { quotes, crossQuotes, relays, swaps }: ServiceStore,
  options: FollowerOptions,
): Promise<RunningFollower> {
  const { createFollower } = await import('#relay/follow')
  const failed = noteWaiting(log)
  const made = createFollower({ clock, chain, quotes, crossQuotes, relays, swaps, failed }, options)
  return { ...made, ...keepTicking(made, { clock }, { tickMs: followEvery * (relay.tickMs ?? usualTickMs) }) }
}

const noteWaiting =
  (log: RelayParts['log']) =>
  (network: NetworkName, error: unknown): void => {
    const isKnown = error instanceof SwapError
    log.note('warn', { network, msg: `an order waits: ${isKnown ? error.message : String(error)}` })
  }

function keepTicking(
  relayer: Pick<Relayer, 'tick'>,
  { clock }: Pick<RelayParts, 'clock'>,
  { tickMs = usualTickMs, ticked }: RelayOverrides,
): Pick<RunningRelayer, 'stop'> {
  const ending = new AbortController()
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await relayer.tick().catch(() => undefined) // the database may be away: each failure is logged where it is met
      ticked?.()
      await clock.sleep(tickMs, ending.signal).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    stop: () => {
      ending.abort()
      return ended
    },
  }
}
