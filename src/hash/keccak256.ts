/**
 * keccak-256, by the WebAssembly of hash-wasm: in JavaScript the first dozen hashes of a process, which no quote can do
 * without, take 15 ms, and these take one. It is compiled at the first hash. Source: its `lib/keccak.wasm` and
 * `lib/WASMInterface.ts`, which names the exports and the size of the buffer.
 */
import { keccakCode } from './keccak-code.gen.ts'

interface KeccakExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  Hash_GetBuffer(): number
  Hash_Init(bits: number): void
  /** Reads so many bytes of the buffer. */
  Hash_Update(length: number): void
  /** Writes the hash to the buffer's first bytes. */
  Hash_Final(padding: number): void
}

/** Node has it, and its types of this version do not. */
interface WebAssemblyOfNode {
  readonly Module: new (code: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: KeccakExports }
}

const hashBits = 256
/** Keccak's own; SHA-3 pads with 6. */
const keccakPadding = 1
const bufferBytes = 16_384

interface Hasher {
  readonly exports: KeccakExports
  readonly buffer: Uint8Array
}

let hasher: Hasher | undefined

/** @returns a new array of 32 bytes */
export function keccak256(bytes: Uint8Array): Uint8Array {
  hasher ??= createHasher()
  const { exports, buffer } = hasher
  exports.Hash_Init(hashBits)
  for (let at = 0; at < bytes.length; at += bufferBytes) {
    const part = bytes.subarray(at, at + bufferBytes)
    buffer.set(part)
    exports.Hash_Update(part.length)
  }
  exports.Hash_Final(keccakPadding)
  return buffer.slice(0, hashBits / 8)
}

function createHasher(): Hasher {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyOfNode }).WebAssembly
  const { exports } = new Instance(new Module(Buffer.from(keccakCode, 'base64')))
  return { exports, buffer: new Uint8Array(exports.memory.buffer, exports.Hash_GetBuffer(), bufferBytes) }
}
