/** Whose code lies in the sandbox's states: runtime code is looked for in the creation code of recorded packages. */
import { keccak256 } from 'ethers'
import { recordedPackages } from './recorded.mjs'

/**
 * @typedef {Readonly<Record<string, { code?: string }>>} State genesis accounts by address
 * @typedef {{ contract: string, bytes: Buffer, holes: Uint8Array }} Creation
 */

/** In creation code the addresses of libraries (20 bytes) and immutables (32 bytes) are still zero. */
const minHole = 20
/** Shorter code may lie in another by chance. */
const minLength = 64
const windowLength = 24
const windowCount = 16
/** EIP-1167: forwards every call to the code of another address. */
const clone = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/

const packages = recordedPackages.map((one) => ({
  ...one,
  creations: Object.entries(one.codes).map(([contract, code]) => creationOf(contract, code)),
}))

/**
 * The list of recorded packages as `LICENSES/recorded-code.json` has it: what of each lies in the states, by the
 * keccak-256 of its code and the recorded contract whose creation code holds it. Code of none of them is left out.
 * @param {readonly State[]} states
 */
export function describeRecorded(states) {
  /** @type {Map<string, string>[]} */
  const found = packages.map(() => new Map())
  for (const state of states) {
    for (const { code } of Object.values(state)) {
      const match = code && findRecorded(implementationOf(code, state))
      if (code && match) found[match.index]?.set(keccak256(code), match.contract)
    }
  }
  const entries = packages.map((one, i) => {
    const { package: name, version, record, license, texts, source, codes } = one
    const codeHashes = Object.fromEntries([...(found[i] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)))
    return { package: name, version, record, license, texts, source, contracts: Object.keys(codes), codeHashes }
  })
  return `${JSON.stringify(entries, null, 2)}\n`
}

/**
 * The code itself, or of a clone the code that it forwards to.
 * @param {string} code
 * @param {State} state
 * @returns {string}
 */
function implementationOf(code, state) {
  const [, address] = clone.exec(code) ?? []
  if (address === undefined) return code
  const target = state[`0x${address}`]?.code
  if (target === undefined) throw new Error(`no code at 0x${address}, to which a clone forwards`)
  return target
}

/** @param {string} code */
function findRecorded(code) {
  const bytes = Buffer.from(code.slice(2), 'hex')
  for (const [index, one] of packages.entries()) {
    const creation = one.creations.find((creation) => holds(creation, bytes))
    if (creation !== undefined) return { index, contract: creation.contract }
  }
  return undefined
}

/**
 * @param {string} contract
 * @param {string} code
 * @returns {Creation}
 */
function creationOf(contract, code) {
  // Where a library's address belongs the compiler left a name in underscores.
  const bytes = Buffer.from(code.replace(/^0x/, '').replace(/__.{38}/g, '0'.repeat(40)), 'hex')
  const holes = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; ) {
    let end = at
    while (bytes[end] === 0) end++
    if (end - at >= minHole) holes.fill(1, at, end)
    at = end + 1
  }
  return { contract, bytes, holes }
}

/**
 * Whether `code` lies in a creation code, its holes filled with anything.
 * @param {Creation} creation
 * @param {Buffer} code
 * @returns {boolean}
 */
function holds(creation, code) {
  // Code that is kept as data begins with an instruction that ends every call.
  if (code[0] === 0x00 || code[0] === 0xfe) return holds(creation, code.subarray(1))
  if (code.length < minLength || code.length > creation.bytes.length) return false
  const step = Math.max(1, Math.floor((code.length - windowLength) / windowCount))
  for (let start = 0; start + windowLength <= code.length; start += step) {
    const window = code.subarray(start, start + windowLength)
    for (let at = creation.bytes.indexOf(window); at >= 0; at = creation.bytes.indexOf(window, at + 1)) {
      if (isEqualAt(creation, at - start, code)) return true
    }
  }
  return false
}

/**
 * @param {Creation} creation
 * @param {number} offset
 * @param {Buffer} code
 */
function isEqualAt({ bytes, holes }, offset, code) {
  if (offset < 0 || offset + code.length > bytes.length) return false
  return code.every((byte, i) => byte === bytes[offset + i] || holes[offset + i] === 1)
}
