/** The WebAssembly of keccak in hash-wasm, which exports only functions that begin asynchronously. */
import { readFileSync } from 'node:fs'

export function buildKeccakCode() {
  const [, code] = readFileSync('node_modules/hash-wasm/dist/keccak.umd.min.js', 'utf8').match(/"(AGFzbQ[^"]+)"/) ?? []
  if (code === undefined) throw new Error('hash-wasm: its keccak has no WebAssembly')
  return `// Written by scripts/gen.mjs: the WebAssembly of keccak in hash-wasm, in base64. Do not edit.
export const keccakCode =
  '${code}'
`
}
