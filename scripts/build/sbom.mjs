/** Which packages of others reach a user, by delivery: parts of some are in `dist`, npm installs the others beside it. */
import { readFileSync } from 'node:fs'

/**
 * @typedef {object} LockEntry
 * @property {string} [name]
 * @property {string} version
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 * @typedef {Record<string, LockEntry>} LockPackages by path
 */

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * A bill of materials in CycloneDX 1.6, from the lock file: equal sources give equal bytes.
 * @param {readonly string[]} bundled the lock file's paths of what is in `dist`
 */
export function describeComponents(bundled) {
  /** @type {{ packages: LockPackages }} */
  const { packages } = read('package-lock.json')
  const installed = installedPaths(packages)
  const components = [
    ...bundled.map((path) => componentOf(path, packages[path], 'bundled')),
    ...installed.map((path) => componentOf(path, packages[path], 'installed')),
  ]
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]))
  /** @type {{ name: string, version: string, description: string, license: string }} */
  const { name, version, description, license } = read('package.json')
  const purl = purlOf(name, version)
  const own = { type: 'application', 'bom-ref': purl, name, version, description, ...licencesOf(license), purl }
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components: [...byReference.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  }
  return `${JSON.stringify(document, null, 1)}\n`
}

/**
 * What `npm install swapline` brings, on one platform or another.
 * @param {LockPackages} packages of a lock file
 */
export const installedPaths = (packages) =>
  Object.keys(packages).filter(
    (path) => path !== '' && packages[path]?.dev !== true && packages[path]?.devOptional !== true,
  )

/**
 * @param {string} path
 * @param {LockEntry | undefined} entry
 * @param {'bundled' | 'installed'} delivery
 */
function componentOf(path, entry, delivery) {
  if (entry === undefined) throw new Error(`${path} is in no entry of package-lock.json`)
  const fullName = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [name, group] = fullName.split('/').reverse()
  const { version, license, integrity, optional } = entry
  const purl = purlOf(fullName, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    scope: optional === true ? 'optional' : 'required',
    ...(integrity === undefined ? {} : { hashes: integrity.split(' ').map(hashOf) }),
    ...(license === undefined ? {} : licencesOf(license)),
    purl,
    properties: [{ name: 'swapline:delivery', value: delivery }],
  }
}

/**
 * https://github.com/package-url/purl-spec: the at sign of a scope is escaped, its slash is not.
 * @param {string} name
 * @param {string} version
 */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** @param {string} integrity */
function hashOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  const content = Buffer.from(digest, 'base64').toString('hex')
  return { alg: algorithm.toUpperCase().replace(/^SHA/, 'SHA-'), content }
}

/**
 * A single identifier, or an expression of several.
 * @param {string} license
 */
const licencesOf = (license) => ({
  licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
})
