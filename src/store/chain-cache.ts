import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainMemory, EndpointFacts } from '#domain/chain/survey'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { Pool } from '#domain/pools/protocol'
import { keccak256 } from '#hash/keccak256'
import { claimStateDirectory } from '#store/private-file'

/** Changes with the shape of the entries: older entries are then ignored. */
const format = 2
/** Entries also kept in memory, for a service that answers many requests. */
const maxInMemory = 2000

/**
 * Caches in small files, one per query, not in the database: a survey needs its cache before anything else, and reading
 * a file takes less than a millisecond, loading the driver tens. All entries can be read from the chain again, so a
 * damaged, missing or unwritable file is not a failure. File names are hashes: the URL of an endpoint may hold a key.
 */
export function createChainCache(directory: string): ChainMemory {
  const recent = new Map<string, unknown>()

  const keep = (key: string, value: unknown): void => {
    const [oldest] = recent.keys()
    if (recent.size >= maxInMemory && oldest !== undefined) recent.delete(oldest)
    recent.set(key, value)
  }
  const recall = <T>(key: string): T | undefined => {
    if (!recent.has(key)) keep(key, readEntry(directory, hash(key)))
    return recent.get(key) as T | undefined
  }
  const remember = (key: string, value: unknown): void => {
    keep(key, value)
    writeEntry(directory, hash(key), value)
  }

  return {
    pools: (key) => recall<readonly Pool[]>(poolsKey(key)),
    savePools: (key, pools) => remember(poolsKey(key), pools),
    endpoint: (url) => recall<EndpointFacts>(`endpoint ${url}`),
    saveEndpoint: (url, facts) => remember(`endpoint ${url}`, facts),
  }
}

const poolsKey = ({ chainId, genesis, set }: Parameters<ChainMemory['pools']>[0]): string =>
  `pools ${chainId} ${genesis} ${set}`

/** Not by `node:crypto`, which takes 3 ms to load before the first request. */
const hash = (key: string): string => Buffer.from(keccak256(Buffer.from(key))).toString('hex')

const fileOf = (directory: string, digest: string): string => join(directory, `${digest.slice(0, 32)}.json`)

function readEntry(directory: string, digest: string): unknown {
  try {
    const text = readFileSync(fileOf(directory, digest), 'utf8')
    const entry = decodeLossless<{ format: unknown; key: unknown; value: unknown }>(text)
    return entry.format === format && entry.key === digest ? entry.value : undefined
  } catch {
    return undefined
  }
}

/** Written under another name first, so that no reader sees a partial entry; of two writers the last one wins. */
function writeEntry(directory: string, digest: string, value: unknown): void {
  const path = fileOf(directory, digest)
  const draft = `${path}.${process.pid}`
  const text = encodeLossless({ format, key: digest, value })
  try {
    claimStateDirectory(directory)
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, path)
  } catch {
    // a full or read-only disk costs a round trip next time, no more
  }
}
