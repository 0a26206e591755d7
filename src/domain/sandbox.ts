import type { Address, NetworkName } from '#domain/units'

/** A local chain with the real AMM contracts that runs in the background. */
export interface RunningSandbox {
  readonly pid: number
  readonly url: string
  /** Whose name and chain id it answers to; `sandbox` unless started with `--as`. */
  readonly network: NetworkName
  readonly chainId: number
}

export interface SandboxControl {
  /** Starts one, or returns the one that runs. @throws `SANDBOX_FAILED`. */
  up(options: {
    readonly as?: NetworkName
    readonly port?: number
    readonly blockTimeSeconds?: number
  }): Promise<RunningSandbox>
  /** Ends it; `false` where none ran. */
  down(as?: NetworkName): Promise<boolean>
  status(as?: NetworkName): Promise<RunningSandbox | undefined>
  /** Back to the state it started with, same port. @throws `SANDBOX_NOT_RUNNING`. */
  reset(as?: NetworkName): Promise<RunningSandbox>
  /** Gives an account native currency and some of every sandbox token. @throws `SANDBOX_NOT_RUNNING`. */
  fund(
    address: Address,
    as?: NetworkName,
  ): Promise<readonly { readonly symbol: string; readonly raw: bigint; readonly decimals: number }[]>
}
