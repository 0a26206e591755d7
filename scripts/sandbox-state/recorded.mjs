import { readFileSync } from 'node:fs'

/**
 * Creation code of third-party contracts, as recorded from their npm packages.
 * @param {string} record the record's file in test/contracts, without its ending
 * @param {string} contract
 * @returns {string}
 */
export function recorded(record, contract) {
  const file = new URL(`../../test/contracts/${record}.data.json`, import.meta.url)
  /** @type {readonly { contracts: Record<string, string> }[]} */
  const packages = JSON.parse(readFileSync(file, 'utf8'))
  const code = packages.find(({ contracts }) => contract in contracts)?.contracts[contract]
  if (code === undefined) throw new Error(`${contract} is not recorded`)
  return code
}
