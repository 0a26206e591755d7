/** The bytes that the tests run against: the router and a plain token, compiled as the router is deployed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const solc = createRequire(import.meta.url)('solc')
const router = 'contracts/src/SwapRouter.sol'
const token = 'contracts/test/PlainToken.sol'
const [words, storedWords] = ['contracts/src/lib/Words.sol', 'contracts/src/storage/Words.sol']

/** Both are tested: they differ in where the router's words are kept, and in what its chain can run. */
export const builds = ['cancun', 'storage']

/** @returns {Record<string, string>} text of every file the router is made of, by path in the repository */
export function routerSources() {
  const paths = readdirSync('contracts/src', { recursive: true })
    .filter((file) => file.endsWith('.sol'))
    .sort()
    .map((file) => `contracts/src/${file}`)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/** @throws Error with solc's words where the sources do not compile */
function compile(sources, names, changed = {}) {
  const { settings: fixed, language } = JSON.parse(readFileSync('contracts/solc.json', 'utf8'))
  const settings = { ...fixed, ...changed }
  // What is asked for does not change the code, only how long it takes.
  const outputSelection = Object.fromEntries(
    Object.entries(names).map(([path, name]) => [path, { [name]: ['evm.bytecode.object'] }]),
  )
  const files = Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }]))
  const input = { language, settings: { ...settings, outputSelection }, sources: files }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const broken = errors.find(({ severity }) => severity === 'error')
  if (broken !== undefined) throw new Error(broken.formattedMessage)
  return Object.entries(names).map(([path, name]) => [name, `0x${contracts[path][name].evm.bytecode.object}`])
}

let plainToken

/** Writes creation codes by name to `path`, for `Rig.sol`; of the router as `build` says. */
export function writeBuilt(path, sources, build = 'cancun') {
  plainToken ??= compile({ [token]: readFileSync(token, 'utf8') }, { [token]: 'PlainToken' })
  const made =
    build === 'storage'
      ? compile({ ...sources, [words]: sources[storedWords] }, { [router]: 'SwapRouter' }, { evmVersion: 'paris' })
      : compile(sources, { [router]: 'SwapRouter' })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(Object.fromEntries([...made, ...plainToken])))
}
