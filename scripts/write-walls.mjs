/** What follows from the rows of `walls.mjs`: the linter's rules and the table of folders. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { walls as rows } from './walls.mjs'

/** @import { Wall } from './walls.mjs' */

/** @type {Readonly<Record<string, Wall>>} */
const walls = rows

/** However a path begins, it may not climb; and what serves tests is for tests. */
const never = [
  '..',
  '../**',
  'test/**',
  ...['.test', '.test-d', '-fixture'].flatMap((end) => [`*${end}`, `*${end}.ts`]),
]

/** What does not fit between the rows and `src`, a sentence each. */
export function findMisfits() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && !isFree(path),
  )
  return [...findRowless(), ...findMissing(), ...files.flatMap(findUnseen)]
}

/**
 * What proves a family lies in its folder, and is free of walls like all tests.
 * @param {string} path
 */
const isFree = (path) => /^protocols\/[^/]+\/test\//.test(path)

function findRowless() {
  const rows = Object.keys(walls).map((row) => row.replace(/\/\*$/, ''))
  return readdirSync('src')
    .filter((name) => !rows.some((row) => patternOf(row).test(name)))
    .map((name) => `src/${name} has no row in scripts/walls.mjs.`)
}

function findMissing() {
  const names = [...Object.keys(walls), ...Object.values(walls).flatMap(({ knows = [] }) => knows)]
  return [...new Set(names)]
    .filter((name) => name !== 'everything' && !name.includes('*'))
    .filter((name) => !['', '.ts'].some((end) => existsSync(`src/${name}${end}`)))
    .map((name) => `scripts/walls.mjs names ${name}, which is not in src.`)
}

/**
 * What the linter cannot see of a file: modules that are taken without an import, and orders to look away.
 * @param {string} path
 */
function findUnseen(path) {
  const text = readFileSync(`src/${path}`, 'utf8')
  const { node = [] } = walls[rowOf(path) ?? ''] ?? {}
  const taken = [...text.matchAll(/getBuiltinModule(?:\((.*?)\))?/g)].map(([, name = 'of no name']) => name)
  const foreign = taken.filter((name) => !node.some((allowed) => name === `'node:${allowed}'`))
  return [
    ...foreign.map((name) => `src/${path} takes the module ${name}, which its row in scripts/walls.mjs does not name.`),
    ...(/biome-ignore(?!\S* format)/.test(text) ? [`src/${path} suppresses the linter, and its wall with it.`] : []),
  ]
}

/**
 * The row that holds for a file: the last one that matches, as in the linter.
 * @param {string} path
 */
export function rowOf(path) {
  return Object.keys(walls).findLast((row) => patternOf(row.endsWith('.ts') ? row : `${row}/`).test(path))
}

/** A configuration that Biome extends. Of two rules for a file the later one holds, so what has no row may import nothing. */
export function buildLinterRules() {
  const overrides = [
    createOverride('src/**', ['**'], 'There is no row for this file in scripts/walls.mjs.'),
    ...Object.entries(walls).map(([row, wall]) =>
      createOverride(filesOf(row), groupOf(row, wall), messageOf(row, wall)),
    ),
    createOverride('src/**/*.test-d.ts', ['**/../**'], 'Cross a folder wall with #folder/file.'),
  ]
  return `{ "overrides": [\n${overrides.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n] }\n`
}

/** The rows as a table in Markdown, without the modules of Node. */
export function buildFolderTable() {
  const rows = Object.entries(walls).map(
    ([row, { holds, knows = ['nothing'], packages = [] }]) =>
      `| \`${row}\` | ${holds} | ${[...knows, ...packages.map((name) => `\`${name}\``)].join(', ')} |`,
  )
  return ['| folder | what is in it | may import |', '|---|---|---|', ...rows, ''].join('\n')
}

/**
 * @param {string} files
 * @param {readonly string[]} group
 * @param {string} message
 */
function createOverride(files, group, message) {
  const rule = { level: 'error', options: { patterns: [{ group, message }] } }
  return { includes: [files], linter: { rules: { style: { noRestrictedImports: rule } } } }
}

/**
 * Everything, less what is allowed, and again what never is: of the patterns that match, the last one decides.
 * @param {string} row
 * @param {Wall} wall
 */
function groupOf(row, { knows = [], ...wall }) {
  const foreign = foreignOf(wall).flatMap((name) => [name, `${name}/**`])
  const allowed = [...ownOf(row), ...knows.flatMap(pathsOf), ...foreign]
  return ['**', ...allowed.map((pattern) => `!${pattern}`), ...never.map((pattern) => `**/${pattern}`)]
}

/**
 * A file of `src` itself has no files beside it by `./`, as there every folder is.
 * @param {string} row
 */
function ownOf(row) {
  if (!row.includes('/') && row.endsWith('.ts')) return []
  return row.includes('/') ? ['./**'] : ['./**', `#${row}/**`]
}

/** @param {string} name */
function pathsOf(name) {
  if (name === 'everything') return ['#*', '#*/**']
  return [walls[name] === undefined ? `#${name}` : `#${name}/**`]
}

/**
 * @param {string} row
 * @param {Wall} wall
 */
function messageOf(row, { knows = [], ...wall }) {
  const allowed = [...knows, ...foreignOf(wall), 'its own files']
  return `${row} may import ${allowed.join(', ')} and nothing else: scripts/walls.mjs.`
}

/** @param {Pick<Wall, 'packages' | 'node'>} wall */
const foreignOf = ({ packages = [], node = [] }) => [...packages, ...node.map((name) => `node:${name}`)]

/** @param {string} row */
const filesOf = (row) => (row.endsWith('.ts') ? `src/${row}` : `src/${row}/**`)

/**
 * The names, or beginnings of paths, that a row stands for.
 * @param {string} row
 */
function patternOf(row) {
  const pattern = row.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return new RegExp(row.endsWith('/') ? `^${pattern}` : `^${pattern}$`)
}
