/** @import { GenesisAccounts } from '#sandbox/accounts' */

/**
 * The full state as text that git can store as differences: a line for every slot, a file for every family and one for
 * what they share. `src/sandbox/state/README.md` has the rule.
 */
import { existsSync, readdirSync } from 'node:fs'

const folder = 'src/sandbox/state'
const protocols = 'src/protocols'
const stateFile = 'state.data.json'

/**
 * What the sandbox needs of a family.
 * @param {string} family
 */
export const familyFolder = (family) => `${protocols}/${family}/sandbox`

/**
 * The families that have a file in that folder, in name order.
 * @param {string} file
 */
export const listFamilies = (file) =>
  readdirSync(protocols)
    .filter((name) => existsSync(`${familyFolder(name)}/${file}`))
    .sort()

/** The files that hold a family's part of the state now. */
export const listParts = () => listFamilies(stateFile).map((family) => fileOf(family))

/**
 * The family of a planned pool, by its venue.
 * @type {Readonly<Record<string, string>>}
 */
export const familyOfVenue = { 'uniswap-v2': 'uniswap-v2', 'sushi-v2': 'uniswap-v2', 'uniswap-v3': 'uniswap-v3' }

/**
 * Accounts as text that differs by a line where they differ by a slot.
 * @param {GenesisAccounts} accounts
 */
export const textOf = (accounts) => `${JSON.stringify(accounts, null, 1)}\n`

/** Follows a build: an account belongs to the first part that claims it. */
export function createSplit() {
  /** @type {Map<string, string>} */
  const partOf = new Map()
  return {
    /**
     * @param {string} part a family, or `common`
     * @param {readonly string[]} addresses
     */
    claim(part, addresses) {
      for (const address of addresses) if (!partOf.has(address)) partOf.set(address, part)
    },
    /**
     * The text of each part of a state, by its file. @throws TypeError if an account was claimed by no part
     * @param {GenesisAccounts} state
     * @returns {Record<string, string>}
     */
    files(state) {
      /** @type {Map<string, GenesisAccounts>} */
      const parts = new Map()
      for (const [address, account] of Object.entries(state)) {
        const file = fileOf(partOf.get(address))
        parts.set(file, { ...parts.get(file), [address]: account })
      }
      return Object.fromEntries([...parts].map(([file, accounts]) => [file, textOf(accounts)]))
    },
  }
}

/** @param {string | undefined} part */
function fileOf(part) {
  if (part === undefined) throw new TypeError('an account of no part')
  return part === 'common' ? `${folder}/common.data.json` : `${familyFolder(part)}/${stateFile}`
}
