import { Interface, type Result } from 'ethers'
import type { Rpc } from '#sandbox/anvil/rpc'

/** Calls a view method by its signature, `symbol() returns (string)`, at the head. */
export async function readContract(
  rpc: Rpc,
  to: string,
  signature: string,
  ...values: readonly unknown[]
): Promise<Result> {
  const contract = new Interface([`function ${signature}`])
  const [method] = contract.fragments
  if (method === undefined) throw new Error(signature)
  const name = signature.slice(0, signature.indexOf('('))
  const answer = await rpc<string>('eth_call', { to, data: contract.encodeFunctionData(name, values) }, 'latest')
  return contract.decodeFunctionResult(name, answer)
}
