/** The bugs to plant in adapters, from `forge/mutants.mjs` of each family. */
import { existsSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @param {readonly string[]} adapters paths of the adapters' contracts
 * @returns {Promise<readonly (readonly [name: string, path: string, from: string, to: string])[]>}
 * @throws Error if an adapter has none: its suite would never be tested itself
 */
export async function readFamilyMutants(adapters) {
  const all = await Promise.all(adapters.map(readMutants))
  return all.flat()
}

async function readMutants(path) {
  const file = `${posix.dirname(path)}/forge/mutants.mjs`
  if (!existsSync(file)) throw new Error(`${path} has no ${file}`)
  const { mutants } = await import(pathToFileURL(resolve(file)).href)
  return mutants.map(([bug, from, to]) => [`${posix.basename(path, '.sol')} ${bug}`, path, from, to])
}
