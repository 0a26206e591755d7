/** Creation code of foreign contracts, as recorded from their npm packages. */
import { readFileSync } from 'node:fs'

interface Package {
  readonly contracts: Readonly<Record<string, string>>
}

/** @param record the record's file in test/contracts, without its ending */
export function readRecorded(record: 'far-pools' | 'source-pools', contract: string): string {
  const packages: readonly Package[] = JSON.parse(readFileSync(`test/contracts/${record}.data.json`, 'utf8'))
  const code = packages.map(({ contracts }) => contracts[contract]).find((one) => one !== undefined)
  if (code === undefined) throw new Error(`${contract} is not recorded`)
  return code
}
