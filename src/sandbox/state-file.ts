import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { GenesisAccounts } from './accounts.ts'

/**
 * `state` has the pools; `foundation` the same tokens and factories without a pool; `op-stack` code of contracts that
 * chains of the OP stack have.
 */
export type StateName = 'state' | 'foundation' | 'op-stack'

/**
 * The accounts of a genesis block as JSON text, ordered by address, as `scripts/build-sandbox-state.mjs` wrote them,
 * or a record of code:
 * a bundle has them packed beside it, the sources as text: what families share in `state/`, the rest in their folders.
 * @throws Error if there is neither, or if two of the text files hold the same account.
 */
export async function readState(name: StateName): Promise<string> {
  const packed = packedFile(name)
  if (packed !== undefined) return (await promisify(gunzip)(await readFile(packed))).toString('utf8')
  return name === 'op-stack' ? readFile(here('./state/op-stack.data.json'), 'utf8') : joinParts(await partFiles(name))
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Beside the bundle, whose chunks lie one folder deeper. */
const packedFile = (name: StateName): string | undefined =>
  [here(`./${name}.json.gz`), here(`../${name}.json.gz`)].find((path) => existsSync(path))

/** Which account is in which file: `state/README.md`. */
async function partFiles(name: 'state' | 'foundation'): Promise<readonly string[]> {
  if (name === 'foundation') return [here('./state/foundation.data.json')]
  const families = await readdir(here('../protocols'))
  const parts = families.map((name) => here(`../protocols/${name}/sandbox/state.data.json`))
  return [here('./state/common.data.json'), ...parts.filter((path) => existsSync(path))]
}

/** Measured: 30 ms for the 5.3 MB of the full state, as long as unpacking it takes. */
async function joinParts(files: readonly string[]): Promise<string> {
  const parts: readonly GenesisAccounts[] = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
  )
  const accounts = parts.flatMap((part) => Object.entries(part))
  const byAddress = new Map(accounts)
  if (byAddress.size < accounts.length) throw new Error(`an account is in two of ${files.join(', ')}`)
  return JSON.stringify(Object.fromEntries([...byAddress].sort(([a], [b]) => (a < b ? -1 : 1))))
}
