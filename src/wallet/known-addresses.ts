import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { type Address, evm } from '#domain/units'
import { claimKeystoreDirectory, readPublic } from '#wallet/private-file'

/**
 * Addresses of key files that do not state theirs, as learnt at their unlocking. Keyed by the hash of the whole file: a
 * changed file is unknown again. Only shown and compared; unlocking derives the address again.
 */
export interface KnownAddresses {
  of(fileText: string): Promise<Address | undefined>
  learn(fileText: string, address: Address): Promise<void>
}

export function createKnownAddresses(directory: string): KnownAddresses {
  const path = join(directory, '.addresses.json')
  const read = async (): Promise<ReadonlyMap<string, string>> => parseEntries((await readPublic(path)) ?? '{}')
  return {
    of: async (fileText) => {
      const address = (await read()).get(digest(fileText))
      return address === undefined ? undefined : evm(address)
    },
    learn: async (fileText, address) => {
      const all = new Map(await read()).set(digest(fileText), address)
      try {
        claimKeystoreDirectory(directory)
        await disk.writeFile(`${path}.${process.pid}`, JSON.stringify(Object.fromEntries(all)), { mode: 0o600 })
        await disk.rename(`${path}.${process.pid}`, path)
      } catch {
        // it is learnt again next time
      }
    },
  }
}

const digest = (text: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')

function parseEntries(text: string): ReadonlyMap<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    return new Map(Object.entries(parsed ?? {}).filter(([, held]) => /^0x[0-9a-f]{40}$/.test(String(held))))
  } catch {
    return new Map()
  }
}
