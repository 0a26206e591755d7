/** Where forge's tests lie: those of the router in contracts/forge, those of an adapter in its family's folder. */
import { existsSync, readdirSync } from 'node:fs'

export const protocols = 'src/protocols'
export const suiteEnding = '.t.sol'

/** @returns {string[]} all files that forge may compile: suites, what they share, ports of contracts; sorted */
export function testPaths() {
  const shared = ['contracts/forge', 'contracts/test', 'contracts/sandbox']
  const own = readdirSync(protocols).flatMap((family) =>
    ['forge', 'sandbox', 'test'].map((folder) => `${protocols}/${family}/${folder}`),
  )
  return [...shared, ...own.filter(existsSync)]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((path) => path.endsWith('.sol'))
    .sort()
}
