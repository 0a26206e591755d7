import { type Address, type NetworkName, networkName, type Seconds } from '#domain/units'

/** The network of the sandbox that plays no other. */
export const sandboxName = networkName('sandbox')

/** As `networkName` accepts it. */
const prefix = 'sandbox-'

/**
 * The network of a sandbox that plays `network`: a name of its own, which no real chain has. The name of the network
 * that it plays always means the real one.
 */
export const sandboxNameOf = (network: NetworkName): NetworkName =>
  network === sandboxName ? sandboxName : networkName(`${prefix}${network}`)

/** The name of the network that a sandbox plays: `base` for `sandbox-base`; `undefined` for every other name. */
export const playedNetworkOf = (name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined

/** Whether a network is a local chain, where nothing has any worth. */
export const isSandbox = (name: string): boolean => name === sandboxName || playedNetworkOf(name) !== undefined

/** A local chain with the real AMM contracts that runs in the background. */
export interface RunningSandbox {
  readonly pid: number
  readonly url: string
  /** Its name as a network: `sandbox`, or `sandbox-base` if it plays base. */
  readonly network: NetworkName
  readonly chainId: number
}

/**
 * What the relay of a pair does about burns: completes them at once, so late that each state can be watched, or not at
 * all. It signs for them in any case, late if `slow`.
 */
export const pairRelays = ['auto', 'slow', 'off'] as const
export type PairRelay = (typeof pairRelays)[number]

/** Two sandboxes that swap with each other. */
export interface RunningPair {
  readonly sandboxes: readonly RunningSandbox[]
  /** Absent if CCTP is not on both: nothing leads from one to the other then. */
  readonly relay?: RunningPairRelay
}

/** Signs burns of CCTP's double, and completes them. Ends with either chain. */
export interface RunningPairRelay {
  readonly relay: PairRelay
  /** Where it answers as Circle's attestation service does. */
  readonly url: string
}

export interface SandboxControl {
  /**
   * Starts one, or returns the running one; of several processes at once, one starts it and all return it.
   * @throws `SANDBOX_FAILED`; `STATE_DIR_UNUSABLE`, before anything is started; `STORE_BUSY`.
   */
  start(options: {
    readonly as?: NetworkName
    readonly port?: number
    readonly blockTimeSeconds?: number
  }): Promise<RunningSandbox>
  /**
   * Starts one for each of two networks, with our contracts for swaps between networks and a double of CCTP on both, and
   * their relay; sandboxes that run are kept, with their clocks at the later one's. One pair has a relay at a time.
   * @param relay as the running one, or `auto`, if absent
   * @throws as `start`; `USAGE` if they are the same
   */
  startPair(names: readonly NetworkName[], relay: PairRelay | undefined): Promise<RunningPair>
  /** Of the pair that was started last, if it runs. */
  findRelay(): Promise<RunningPairRelay | undefined>
  /** Moves the clocks of all that run, by as much. @returns the time of each one's new block. @throws `SANDBOX_NOT_RUNNING` */
  advance(by: number): Promise<readonly { readonly network: NetworkName; readonly time: Seconds }[]>
  /** Stops it; `false` if none ran. */
  stop(as?: NetworkName): Promise<boolean>
  status(as?: NetworkName): Promise<RunningSandbox | undefined>
  /** All that run, whatever they play. */
  listRunning(): Promise<readonly RunningSandbox[]>
  /** A pair with pools there: the native currency's symbol, and a token's, or its address if the entry has none. */
  suggestPair(
    running: RunningSandbox,
  ): Promise<{ readonly sell: string; readonly buy: string; readonly isListed: boolean }>
  /** Resets it to its initial state, same port. @throws `SANDBOX_NOT_RUNNING`. */
  reset(as?: NetworkName): Promise<RunningSandbox>
  /** Gives an account native currency and some of every sandbox token. @throws `SANDBOX_NOT_RUNNING`. */
  fund(
    address: Address,
    as?: NetworkName,
  ): Promise<readonly { readonly symbol: string; readonly raw: bigint; readonly decimals: number }[]>
}
