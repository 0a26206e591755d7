import { type Address, type NetworkName, networkName } from '#domain/units'

/** The network of the sandbox that plays no other. */
export const sandboxName = networkName('sandbox')

/** As `networkName` takes it. */
const prefix = 'sandbox-'

/**
 * The network that a sandbox playing `network` is: a name of its own, which no real chain has. The name of the network
 * that it plays always means the real one.
 */
export const sandboxOf = (network: NetworkName): NetworkName =>
  network === sandboxName ? sandboxName : networkName(`${prefix}${network}`)

/** The name of the network that a sandbox plays: `base` of `sandbox-base`; `undefined` for every other name. */
export const playedBy = (name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined

/** Whether a network is a chain of this machine, where nothing is worth anything. */
export const isSandbox = (name: string): boolean => name === sandboxName || playedBy(name) !== undefined

/** A local chain with the real AMM contracts that runs in the background. */
export interface RunningSandbox {
  readonly pid: number
  readonly url: string
  /** What it is called as a network: `sandbox`, or `sandbox-base` where it plays base. */
  readonly network: NetworkName
  readonly chainId: number
}

export interface SandboxControl {
  /**
   * Starts one, or returns the one that runs; of processes that do so at once, one starts it and all return it.
   * @throws `SANDBOX_FAILED`; `STATE_DIR_UNUSABLE`, before anything is started; `STORE_BUSY`.
   */
  up(options: {
    readonly as?: NetworkName
    readonly port?: number
    readonly blockTimeSeconds?: number
  }): Promise<RunningSandbox>
  /** Ends it; `false` where none ran. */
  down(as?: NetworkName): Promise<boolean>
  status(as?: NetworkName): Promise<RunningSandbox | undefined>
  /** All that run, whatever they play. */
  running(): Promise<readonly RunningSandbox[]>
  /** Back to the state it started with, same port. @throws `SANDBOX_NOT_RUNNING`. */
  reset(as?: NetworkName): Promise<RunningSandbox>
  /** Gives an account native currency and some of every sandbox token. @throws `SANDBOX_NOT_RUNNING`. */
  fund(
    address: Address,
    as?: NetworkName,
  ): Promise<readonly { readonly symbol: string; readonly raw: bigint; readonly decimals: number }[]>
}
