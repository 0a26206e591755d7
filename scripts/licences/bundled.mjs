/** The packages that a build holds parts of, and their licences: its copies have to carry them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @import { Metafile } from 'esbuild' */

const packageFolder = /(?:^|\/)(node_modules\/.*)$/
const nameInPath = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
/** Texts of licences that are the same for everybody. */
const generalTexts = new Map([
  ['MIT', 'MIT-joe-core'],
  ['Unlicense', 'Unlicense'],
])
const licenceFile = /^(licen[cs]e|copying)(\.\w+)?$/i

/**
 * The folders of the packages of which at least a byte is in an output, from `node_modules` on, as a lock file names them.
 * @param {readonly Metafile[]} metafiles what esbuild tells of its outputs
 */
export function bundledFolders(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs))
  const paths = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  const folders = paths.flatMap((path) => nameInPath.exec(packageFolder.exec(path)?.[1] ?? '')?.[1] ?? [])
  return [...new Set(folders)]
}

/**
 * One section for each package, with the licence text it comes with.
 * @param {readonly string[]} folders see `bundledFolders`
 */
export function describeLicences(folders) {
  const sections = new Set(folders.map(sectionOf))
  const head = 'Parts of these packages are in the files beside this one.\n'
  return [head, ...[...sections].sort((a, b) => (a < b ? -1 : 1))].join(`\n${'-'.repeat(80)}\n`)
}

/** @param {string} folder */
function sectionOf(folder) {
  /** @type {{ name: string, version: string, license: string }} */
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${name} ${version} · ${license}\n\n${textOf(folder, license)}\n`
}

/**
 * Of a package without a text, the text of the licence that its manifest names.
 * @param {string} folder
 * @param {string} license
 */
function textOf(folder, license) {
  const file = readdirSync(folder).find((name) => licenceFile.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim()
  const general = generalTexts.get(license)
  const path = `LICENSES/${general}.txt`
  if (!existsSync(path)) throw new Error(`${folder} is under ${license} and has no text of it`)
  const text = readFileSync(path, 'utf8').trim()
  return license === 'MIT' ? text.slice(text.indexOf('Permission is hereby')) : text
}
