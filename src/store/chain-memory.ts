import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainMemory, EndpointFacts } from '#domain/ports'
import type { Pool } from '#domain/protocol'
import { decodeLossless, encodeLossless } from '#store/lossless-json'
import { claimDirectory } from '#store/private-file'

/** Changes when what is remembered changes its shape: then nothing older is believed. */
const format = 1
/** Entries kept in memory as well, for a service that answers many. */
const atHand = 2000

/**
 * Remembers in small files, one for each question, and not in the database: a survey needs its memory before anything
 * else, and reading a file takes less than a millisecond where loading the driver takes tens. All of it can be found
 * out again, so a file that is damaged, missing or cannot be written is no failure. Names are hashes: the URL of an
 * endpoint may hold a key.
 */
export function createChainMemory({ directory }: { readonly directory: string }): ChainMemory {
  const recent = new Map<string, unknown>()

  const keep = (key: string, value: unknown): void => {
    const [oldest] = recent.keys()
    if (recent.size >= atHand && oldest !== undefined) recent.delete(oldest)
    recent.set(key, value)
  }
  const recall = <T>(key: string): T | undefined => {
    if (!recent.has(key)) keep(key, readEntry(fileOf(directory, key), key))
    return recent.get(key) as T | undefined
  }
  const remember = (key: string, value: unknown): void => {
    keep(key, value)
    writeEntry(directory, key, value)
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

const digest = (key: string): string => createHash('sha256').update(key).digest('hex')

const fileOf = (directory: string, key: string): string => join(directory, `${digest(key).slice(0, 32)}.json`)

function readEntry(path: string, key: string): unknown {
  try {
    const entry = decodeLossless<{ format: unknown; key: unknown; value: unknown }>(readFileSync(path, 'utf8'))
    return entry.format === format && entry.key === digest(key) ? entry.value : undefined
  } catch {
    return undefined
  }
}

/** Under another name first, so that no reader ever meets half an entry; of two writers the last one wins. */
function writeEntry(directory: string, key: string, value: unknown): void {
  const path = fileOf(directory, key)
  const draft = `${path}.${process.pid}`
  const text = encodeLossless({ format, key: digest(key), value })
  try {
    claimDirectory(directory)
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, path)
  } catch {
    // a full or read-only disk costs a round trip next time, no more
  }
}
