/** The bytes that the tests run against: the router and a plain token, compiled as the router is deployed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const solc = createRequire(import.meta.url)('solc')
const router = 'contracts/src/SwapRouter.sol'
const token = 'contracts/test/PlainToken.sol'

/** @returns {Record<string, string>} text of every file the router is made of, by path in the repository */
export function routerSources() {
  const paths = readdirSync('contracts/src', { recursive: true })
    .filter((file) => file.endsWith('.sol'))
    .sort()
    .map((file) => `contracts/src/${file}`)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/** @throws Error with solc's words where the sources do not compile */
export function compile(sources) {
  const settings = JSON.parse(readFileSync('contracts/solc.json', 'utf8'))
  const input = {
    ...settings,
    sources: Object.fromEntries(Object.entries(sources).map(([k, content]) => [k, { content }])),
  }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const broken = errors.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  return contracts
}

/** Writes creation codes by name to `path`, for `Rig.sol`. */
export function writeBuilt(path, sources) {
  const contracts = compile({ ...sources, [token]: readFileSync(token, 'utf8') })
  const code = ({ evm }) => `0x${evm.bytecode.object}`
  const built = {}
  for (const file of Object.values(contracts))
    for (const [name, contract] of Object.entries(file))
      if (contract.evm.bytecode.object !== '') built[name] = code(contract)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(built))
  if (contracts[router]?.SwapRouter === undefined) throw new Error(`no SwapRouter in ${router}`)
}
