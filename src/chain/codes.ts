/** The code of accounts at the head: whether a contract is deployed now, also where everything else is of an earlier block. */
import type { Address, Hex } from '#domain/units'
import { hexOf, resultOf } from './answer.ts'
import { call, type RpcAnswer, type RpcCall } from './json-rpc.ts'

export const codeCalls = (accounts: readonly Address[] = []): readonly RpcCall[] =>
  accounts.map((account) => call('eth_getCode', account, 'latest'))

/** @throws EndpointFault unless each answer is bytes */
export const codesIn = (answers: readonly RpcAnswer[]): readonly Hex[] =>
  answers.map((answer) => hexOf(resultOf(answer)))
