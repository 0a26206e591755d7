/**
 * Writes the lists that follow from what lies in a folder, so that adding a protocol, a network or a
 * command means adding a file and nothing else, and what follows from the rows of `walls.mjs`. With `--check`,
 * fails where one of them is out of date. Fails where a folder of `src` has no row.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { bundled } from './bundled.mjs'
import { adapterPaths } from './contracts/standard-json.mjs'
import { buildFamilyList } from './forge/family-list.mjs'
import { buildKeccakCode } from './keccak-code.mjs'
import { buildFolderTable, buildLinterRules, findMisfits } from './write-walls.mjs'

/** @typedef {(folder: string, members: readonly string[]) => string} Write the text of a list of the members of a folder */

const lists = [
  { folder: 'src/protocols', out: 'src/protocols/all.gen.ts', write: importsOf('protocol') },
  { folder: 'src/networks/entries', out: 'src/networks/all.gen.ts', write: importsOf('network') },
  { folder: 'src/bridges', out: 'src/bridges/all.gen.ts', write: importsOf('bridge') },
  { folder: 'src/http/routes', out: 'src/http/routes.gen.ts', write: importsOf('route') },
  {
    folder: 'src/protocols',
    file: 'test/family',
    out: 'test/conformance/families.gen.ts',
    write: importsOf('family'),
  },
  {
    folder: 'src/protocols',
    file: 'test/generated',
    out: 'test/generated-market/families.gen.ts',
    write: importsOf('generated'),
  },
  { folder: 'src/cli/commands', out: 'src/cli/commands.gen.ts', write: loadersOf('command') },
]

const architecture = 'ARCHITECTURE.md'
const families = 'contracts/forge/adapters/families.gen.sol'
const outputs = [
  ...lists.map(({ folder, file, out, write }) => ({ out, text: write(folder, membersOf(folder, file)) })),
  { out: families, text: buildFamilyList(adapterPaths()) },
  { out: 'src/hash/keccak-code.gen.ts', text: buildKeccakCode() },
  { out: 'scripts/walls.gen.json', text: buildLinterRules() },
  { out: architecture, text: replaceBetween('walls', readFileSync(architecture, 'utf8'), buildFolderTable()) },
]

const checking = process.argv.includes('--check')
for (const { out, text } of outputs) put(out, text)
// Read from the lists above, so they are written first.
const { describeFamilies, listNetworksAndFamilies } = await bundled('test/docs/families-table.ts')
put('docs/families.md', describeFamilies())
const { describeLiquidity } = await bundled('test/docs/liquidity-table.ts')
put('docs/liquidity.md', describeLiquidity())
put('README.md', replaceBetween('families', readFileSync('README.md', 'utf8'), listNetworksAndFamilies()))
for (const sentence of findMisfits()) fail(sentence)

/**
 * @param {string} out
 * @param {string} text
 */
function put(out, text) {
  if (existsSync(out) && readFileSync(out, 'utf8') === text) return
  if (!checking) writeFileSync(out, text)
  else fail(`${out} is out of date. Run: npm run gen`)
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exitCode = 1
}

/**
 * A text with another part replaceBetween its two marks.
 * @param {string} mark
 * @param {string} text
 * @param {string} part
 */
function replaceBetween(mark, text, part) {
  const [start, end] = [`<!-- ${mark}: written by npm run gen -->\n`, `<!-- end of ${mark} -->`]
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)]
  if (from < start.length || to < from) throw new Error(`The marks ${start.trim()} and ${end} are not in the text.`)
  return text.slice(0, from) + part + text.slice(to)
}

/**
 * The files of a folder, and of every folder in it the one named `file`, in name order.
 * @param {string} folder
 */
function membersOf(folder, file = 'index') {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.name.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(entry.name)))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/${file}` : entry.name.slice(0, -3)))
    .filter((name) => existsSync(`${folder}/${name}.ts`))
    .sort()
}

/**
 * How a list imports a member of a folder of `src`.
 * @param {string} folder
 * @param {string} name
 */
function pathOf(folder, name) {
  return `#${folder.slice(4)}/${name}`
}

/**
 * A list of what every member exports under one name, loaded at once.
 * @param {string} exported
 * @returns {Write}
 */
function importsOf(exported) {
  return (folder, members) =>
    [
      '// Written by scripts/gen.mjs. Do not edit.',
      ...members.map((name, i) => `import { ${exported} as _${i} } from '${pathOf(folder, name)}'`),
      '',
      `export const all = [${members.map((_, i) => `_${i}`).join(', ')}] as const`,
      '',
    ].join('\n')
}

/**
 * By a member's name, a function that loads what it exports under one name.
 * @param {string} exported
 * @returns {Write}
 */
function loadersOf(exported) {
  return (folder, members) =>
    [
      '// Written by scripts/gen.mjs. Do not edit.',
      'export const all = {',
      ...members.map(
        (name) =>
          `  '${name.replace(/\/index$/, '')}': async () => (await import('${pathOf(folder, name)}')).${exported},`,
      ),
      '} as const',
      '',
    ].join('\n')
}
