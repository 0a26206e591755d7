/** The bugs to plant in adapters, from `forge/mutants.mjs` of each family. */
import { existsSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @typedef {readonly [name: string, path: string, from: string, to: string]} Mutant a text that occurs once, and its replacement
 * @typedef {readonly [bug: string, from: string, to: string]} FamilyMutant
 */

/**
 * @param {readonly string[]} adapters paths of the adapters' contracts
 * @returns {Promise<readonly Mutant[]>}
 * @throws Error if an adapter has none: its suite would never be tested itself
 */
export async function readFamilyMutants(adapters) {
  const all = await Promise.all(adapters.map(readMutants))
  return all.flat()
}

/**
 * @param {string} path
 * @returns {Promise<readonly Mutant[]>}
 */
async function readMutants(path) {
  const file = `${posix.dirname(path)}/forge/mutants.mjs`
  if (!existsSync(file)) throw new Error(`${path} has no ${file}`)
  /** @type {{ mutants: readonly FamilyMutant[] }} */
  const { mutants } = await import(pathToFileURL(resolve(file)).href)
  return mutants.map(([bug, from, to]) => [`${posix.basename(path, '.sol')} ${bug}`, path, from, to])
}
