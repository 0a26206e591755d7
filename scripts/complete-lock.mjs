/**
 * Gives every optional platform package its entry in the lock file, also those missing in the registry from which the
 * lock was written: without the entry `npm ci` fails elsewhere («Missing … from lock file»). With `--check`, fails
 * if one is missing. The platform is read from the package name.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * @typedef {{ version?: string, optionalDependencies?: Record<string, string>, dev?: boolean }} LockEntry
 * @typedef {{ name: string, version: string, dev: boolean | undefined }} Missing
 */

const file = 'package-lock.json'
/** @type {{ packages: Record<string, LockEntry> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !resolves(path, name))
    .map(([name, version]) => ({ name, version, dev })),
)

if (missing.length > 0 && process.argv.includes('--check')) {
  console.error(`${file} lacks ${missing.map(({ name }) => name).join(', ')}. Run: node scripts/complete-lock.mjs`)
  process.exitCode = 1
} else if (missing.length > 0) {
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryOf(one)
  const [root, ...rest] = Object.entries(lock.packages)
  const sorted = rest.sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(
    file,
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(root === undefined ? sorted : [root, ...sorted]) }, null, 2)}\n`,
  )
}

/**
 * True if Node's lookup from `path` upwards finds an entry for `name`.
 * @param {string} path
 * @param {string} name
 * @returns {boolean}
 */
function resolves(path, name) {
  if (lock.packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`] !== undefined) return true
  if (path === '') return false
  return resolves(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
}

/** @param {Missing} missing */
function entryOf({ name, version, dev }) {
  const { os, cpu, libc } = platformOf(name)
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} is not pinned: ${version}`)
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...(libc ? { libc: [libc] } : {}), optional: true, os: [os] }
}

/** @param {string} name */
function platformOf(name) {
  const [, os, cpu, libc] =
    /[-/](android|darwin|freebsd|linux|win32)-(arm64|amd64|x64|arm|ia32)(?:-(musl|gnu))?$/.exec(name) ?? []
  if (os === undefined) throw new Error(`no platform in the name ${name}`)
  return { os, cpu: cpu === 'amd64' ? 'x64' : cpu, libc: libc === 'gnu' ? 'glibc' : libc }
}
