/** The instructions of a piece of code, without PUSH data. Source: the Yellow Paper, appendix H. */
import type { Hex } from '#domain/units'

export const opcodes = {
  ORIGIN: 0x32,
  SLOAD: 0x54,
  SSTORE: 0x55,
  TLOAD: 0x5c,
  TSTORE: 0x5d,
  MCOPY: 0x5e,
  PUSH0: 0x5f,
  CREATE: 0xf0,
  CALL: 0xf1,
  CALLCODE: 0xf2,
  DELEGATECALL: 0xf4,
  CREATE2: 0xf5,
  STATICCALL: 0xfa,
  SELFDESTRUCT: 0xff,
} as const

export type Opcode = keyof typeof opcodes

const [push1, push32] = [0x60, 0x7f]

/** Every instruction from the first byte to the last, reachable or not: data between code reads as code. */
export function decodeInstructions(code: Hex): ReadonlySet<number> {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<number>()
  for (let at = 0; at < bytes.length; at += 1) {
    const instruction = bytes.readUInt8(at)
    found.add(instruction)
    if (instruction >= push1 && instruction <= push32) at += instruction - push1 + 1
  }
  return found
}

/** The members of `asked` that occur in `code`. */
export function filterOpcodes(code: Hex, asked: readonly Opcode[]): readonly Opcode[] {
  const found = decodeInstructions(code)
  return asked.filter((name) => found.has(opcodes[name]))
}
