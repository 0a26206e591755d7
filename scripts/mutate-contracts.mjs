/**
 * Plants bugs in the router, one at a time, and looks whether the contract tests notice. Proves first that they pass
 * where none is planted. Words choose mutants by name: `npm run mutate:contracts -- nonce`. What was found of the same
 * bytes by the same tests is not looked for again: a run that was cut short goes on where it was. A run of all of them
 * writes which test noticed which bug to contracts/forge/MUTANTS.json.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { id, keccak256 } from 'ethers'
import { routerSources, writeBuilt } from './forge/build.mjs'
import { mutants } from './forge/mutants.mjs'
import { forge, forgeVersion, seed } from './forge/run.mjs'

const solc = createRequire(import.meta.url)('solc')
const table = 'contracts/forge/MUTANTS.json'
const built = 'contracts/cache/mutant.json'
const found = 'contracts/cache/mutants.json'
/** Where a bug in a file is most likely noticed: looked at first, to be quick. */
const likely = {
  SwapRouter: '{Swap,Order,Native}',
  'orders/Nonces': 'Order',
  'orders/Order': 'Order',
  'orders/Signature': 'Order',
  'lib/Slots': '{Reentry,Callback,Vault}',
  'lib/Native': '{Native,FakeWrapped}',
  'lib/Token': 'Tokens',
  'legs/Pull': '{Callback,Vault}',
  'legs/Callback': 'Callback',
  'legs/Legs': '{Swap,Routes}',
  'legs/Leg': '{Native,Routes}',
  'legs/Push': '{Swap,Tokens}',
  Fee: '{Fee,Order}',
  Permit: 'Permit',
}
const words = process.argv.slice(2)
const chosen = mutants.filter(([name]) => words.every((word) => name.includes(word)))
const sources = routerSources()

if (chosen.length === 0) throw new Error('no mutant has such a name')
const initCode = (planted) => {
  writeBuilt(built, planted)
  return JSON.parse(readFileSync(built, 'utf8')).SwapRouter
}
const tests = testSources()
const verdicts = existsSync(found) ? JSON.parse(readFileSync(found, 'utf8')) : {}
const sound = initCode(sources)
const baseline = known(sound, () => passes('*'))
if (!baseline.passed) throw new Error(`the tests fail where no bug is planted:\n${baseline.words}`)
console.log('no bug planted: the tests pass')

const rows = chosen.map(tried)
const killed = rows.filter(({ by }) => by !== null).length
console.log(`killed ${killed} of ${rows.length}`)
if (killed < rows.length) process.exitCode = 1
if (rows.length === mutants.length) {
  const versions = { solc: solc.version(), forge: forgeVersion(), seed, router: keccak256(sound) }
  writeFileSync(table, `${JSON.stringify({ ...versions, killed, of: rows.length, mutants: rows }, null, 2)}\n`)
}

/** @returns the bug, where it was planted, and the first test that noticed it, null where none did */
function tried([name, file, from, to]) {
  const path = `contracts/src/${file}.sol`
  const parts = sources[path]?.split(from) ?? []
  if (parts.length !== 2)
    throw new Error(`«${name}»: its text stands ${Math.max(0, parts.length - 1)} times in ${path}`)
  const planted = initCode({ ...sources, [path]: parts.join(to) })
  if (planted === sound) throw new Error(`«${name}» changes nothing`)
  const { passed, by } = known(planted, () => {
    const first = passes(likely[file] ?? '*')
    return first.passed ? passes('*') : first
  })
  console.log(passed ? `SURVIVED  ${name}` : `killed  ${name}: ${by}`)
  return { bug: name, file: path, by: passed ? null : by }
}

/** @returns what `look` found of these bytes, by the same tests, now or before */
function known(code, look) {
  const key = id(code + tests)
  if (verdicts[key] === undefined) {
    verdicts[key] = look()
    writeFileSync(found, JSON.stringify(verdicts))
  }
  return verdicts[key]
}

/** Everything that forge compiles, and how it is set up, as one text. */
function testSources() {
  const files = ['contracts/forge', 'contracts/test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`),
  )
  const read = files.filter((file) => file.endsWith('.sol')).sort()
  return ['contracts/foundry.toml', ...read].map((file) => readFileSync(file, 'utf8')).join('')
}

/**
 * @param suites a pattern of the test files' names
 * @returns whether all their tests pass, and the first that does not
 */
function passes(suites) {
  const { status, stdout } = forge({ built, profile: 'mutants', stdio: 'pipe' }, [
    'test',
    '--fuzz-seed',
    seed,
    '--match-path',
    `forge/${suites}.t.sol`,
    '--fail-fast',
  ])
  const by = /\[FAIL.*?\] (\w+)\(/.exec(stdout)?.[1] ?? (stdout.includes('[FAIL') ? 'an invariant' : undefined)
  if (status !== 0 && by === undefined) throw new Error(`forge did not test:\n${stdout}`)
  return { passed: status === 0, by, words: status === 0 ? '' : stdout }
}
