import { uintAt } from '#domain/calls/words'
import type { Hex } from '#domain/units'
import { getField, type RpcError } from './json-rpc.ts'

/**
 * The bytes a call reverted with, wherever the node put them: `data`, a member `data` of it (sometimes nested twice),
 * after a word ("Reverted 0x…"), or in the message alone. `0x` if there are none.
 */
export function findRevertData({ message, data }: RpcError): Hex {
  let value = data
  for (let depth = 0; depth < 4 && typeof value === 'object'; depth++) {
    value = getField(value, 'data') ?? getField(getField(value, 'originalError'), 'data')
  }
  const text = typeof value === 'string' ? value : message
  const found = /0x(?:[0-9a-f]{2})*(?![0-9a-f])/i.exec(text)?.[0]
  return (found?.toLowerCase() ?? '0x') as Hex
}

/** Whether the error is a revert and not an error of the node. */
export function isRevert({ code, message, data }: RpcError): boolean {
  return code === 3 || /revert|invalid opcode|out of gas|stack underflow/i.test(message) || /^Reverted/.test(`${data}`)
}

/** Whether a node or a tracer says that a call ran out of gas: in the words of geth, Erigon or anvil. */
export const isOutOfGas = (message: string): boolean => /out ?of ?gas|intrinsic gas too low|\w+OOG\b/i.test(message)

const errorStringSelector = '0x08c379a0'

/** The text of `Error(string)`, the revert reason of `require`. */
export function decodeRevertReason(data: Hex): string | undefined {
  if (!data.startsWith(errorStringSelector)) return undefined
  const body = `0x${data.slice(errorStringSelector.length)}` as Hex
  try {
    const length = Number(uintAt(body, 1))
    return Buffer.from(body.slice(2 + 128, 2 + 128 + 2 * length), 'hex').toString('utf8')
  } catch {
    return undefined
  }
}
