import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** `state` has the pools; `foundation` the same tokens and factories without a pool. */
export type StateName = 'state' | 'foundation'

/** The accounts of a genesis block as JSON text, as `scripts/build-sandbox-state.mjs` wrote them. */
export const readState = async (name: StateName): Promise<string> =>
  (await promisify(gunzip)(await readFile(stateFile(name)))).toString('utf8')

/** In its folder beside this file; once bundled, beside the bundle, whose chunks lie one folder deeper. */
function stateFile(name: StateName): string {
  const places = ['./state/', './', '../'].map((folder) =>
    fileURLToPath(new URL(`${folder}${name}.json.gz`, import.meta.url)),
  )
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new Error(`none of ${places.join(', ')} exists`)
  return found
}
