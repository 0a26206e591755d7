/** The licences of the packages that a bundle holds parts of: their copies have to carry them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const licenceFile = /^(licen[cs]e|copying)(\.\w+)?$/i

/**
 * One section for each package of which at least a byte is in an output, with the licence text it comes with.
 * @param metafiles what esbuild tells of its outputs
 */
export function describeBundled(metafiles) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs))
  const paths = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  const folders = new Set(paths.flatMap((path) => packageFolder.exec(path) ?? []))
  const sections = new Set([...folders].map(sectionOf))
  const head = 'Parts of these packages are in the files beside this one.\n'
  return [head, ...[...sections].sort((a, b) => (a < b ? -1 : 1))].join(`\n${'-'.repeat(80)}\n`)
}

function sectionOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${name} ${version} · ${license}\n\n${textOf(folder, license)}\n`
}

/** Of a package without a text, the text of the licence that its manifest names. */
function textOf(folder, license) {
  const file = readdirSync(folder).find((name) => licenceFile.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim()
  const general = { MIT: 'MIT-joe-core', Unlicense: 'Unlicense' }[license]
  const path = `LICENSES/${general}.txt`
  if (!existsSync(path)) throw new Error(`${folder} is under ${license} and has no text of it`)
  const text = readFileSync(path, 'utf8').trim()
  return license === 'MIT' ? text.slice(text.indexOf('Permission is hereby')) : text
}
