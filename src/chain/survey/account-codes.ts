/**
 * The code of accounts at the head, even if everything else is read at an earlier block: is a contract deployed now?
 */

import { type RpcAnswer, type RpcCall, rpcCall } from '#chain/rpc/json-rpc'
import { parseBytes, requireResult } from '#chain/rpc/values'
import type { Address, Hex } from '#domain/units'

export const codeCalls = (accounts: readonly Address[] = []): readonly RpcCall[] =>
  accounts.map((account) => rpcCall('eth_getCode', account, 'latest'))

/** @throws EndpointFault unless each answer is bytes */
export const parseCodes = (answers: readonly RpcAnswer[]): readonly Hex[] =>
  answers.map((answer) => parseBytes(requireResult(answer)))
