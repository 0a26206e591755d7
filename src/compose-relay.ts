/** Joins a relayer to a service: its key, its lanes, and the loop that follows its orders. */
import type { QuoteContext } from '#app/context'
import type { ServiceLog } from '#compose-log'
import { SwapError } from '#domain/errors'
import type { Relayer } from '#domain/relay/relay'
import type { ServerSettings } from '#domain/service/server'
import type { ServiceStore } from '#domain/service/stores'
import type { Accounts } from '#domain/trade/accounts'
import type { NetworkName } from '#domain/units'
import type { RelayContext, RelayerLimits } from '#relay/context'

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

export interface RunningRelayer extends Relayer {
  /** Ends the loop after its current tick; what is under way is followed by the next process. */
  stop(): Promise<void>
}

/** Unlocks the relayer's key first: neither a wrong password nor a policy that refuses must be met by the first order. */
export async function startRelayer(
  { accounts, log, relay = {}, ...parts }: RelayParts,
  { quotes, crossQuotes, relays, swaps }: ServiceStore,
  { relayer }: ServerSettings,
): Promise<RunningRelayer | undefined> {
  if (relayer === undefined) return undefined
  const { createRelayer } = await import('#relay/relayer')
  const { defaultRelayerLimits } = await import('#relay/context')
  const known = await accounts()
  const signer = known.signer(await known.find(relayer.account))
  await signer.requireRelaying([...relayer.caps.keys()])
  await signer.unlock()
  const failed = (network: NetworkName, error: unknown): void => {
    const isKnown = error instanceof SwapError
    log.note('warn', { network, msg: `an order waits: ${isKnown ? error.message : String(error)}` })
  }
  const made = createRelayer({
    ...{ ...parts, quotes, crossQuotes, relays, swaps, signer, recover: known.recover, caps: relayer.caps, failed },
    limits: { ...defaultRelayerLimits, ...relay.limits },
    ...(relay.reached && { reached: relay.reached }),
  })
  return { ...made, ...keepTicking(made, parts, relay) }
}

function keepTicking(
  relayer: Relayer,
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
