import { readFileSync } from 'node:fs'

/**
 * Creation code of third-party contracts, as recorded from their npm packages.
 * @param record the record's file in test/contracts, without its ending
 */
export function recorded(record, contract) {
  const file = new URL(`../../test/contracts/${record}.data.json`, import.meta.url)
  const found = JSON.parse(readFileSync(file, 'utf8')).find(({ contracts }) => contract in contracts)
  if (found === undefined) throw new Error(`${contract} is not recorded`)
  return found.contracts[contract]
}
