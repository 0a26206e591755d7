import { type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import type { AssumedState } from '#domain/chain/assumed-state'

/** The state override set of the execution APIs, as `eth_call`, `eth_estimateGas` and `eth_simulateV1` take it. */
export const toStateOverrides = (assumed: AssumedState): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(assumed).map(([address, { balance, storage }]) => [
      address,
      {
        ...(balance === undefined ? {} : { balance: toQuantity(balance) }),
        ...(storage === undefined ? {} : { stateDiff: storage }),
      },
    ]),
  )

/** A call of a node's method; the overrides come last, and only if something is assumed. */
export const rpcCallAssuming = (
  assumed: AssumedState | undefined,
  method: string,
  ...params: readonly unknown[]
): RpcCall =>
  assumed === undefined || Object.keys(assumed).length === 0
    ? rpcCall(method, ...params)
    : rpcCall(method, ...params, toStateOverrides(assumed))
