/**
 * Asks npm's registry for advisories on the packages that reach a user: those in `dist` and those that are installed beside
 * it. Fails for these alone. Where the registry does not answer, it says so and fails nothing: another's outage is no defect.
 * Needs a build, as the build lists what is in it.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { memberOf } from './item-at.mjs'

/**
 * @typedef {{ group?: string, name: string, version: string, properties: readonly { name: string, value: string }[] }} Component
 * @typedef {{ severity: string, title: string, url: string }} Advisory
 * @typedef {{ name: string, via: readonly (string | Advisory)[], nodes: readonly string[] }} Vulnerability
 * @typedef {object} Audit
 * @property {Record<string, Vulnerability>} [vulnerabilities]
 * @property {{ summary: string }} [error]
 * @property {string} [message]
 */

const listFile = 'dist/sbom.json'
/** @param {Component} component */
const referenceOf = ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`
/** @param {Component} component */
const deliveryOf = ({ properties }) => properties.find(({ name }) => name === 'swapline:delivery')?.value
/** @param {Advisory} advisory */
const adviceOf = ({ severity, title, url }) => `${severity}, ${title}, ${url}`

if (existsSync(listFile)) await audit(JSON.parse(readFileSync(listFile, 'utf8')))
else fail('swapline is not built yet. Run: npm run build')

/** @param {{ components: readonly Component[] }} bill */
async function audit({ components }) {
  const shipped = new Map(components.map((component) => [referenceOf(component), deliveryOf(component)]))
  const { vulnerabilities, error, message } = await npmAudit()
  if (vulnerabilities === undefined) {
    // npm gives a message for what it heard of the registry; for a fault of ours there is only the error.
    if (message === undefined) return fail(`npm audit failed: ${error?.summary}`)
    console.error(`The registry did not answer the audit: ${message}`)
    console.error(`The advisories of ${shipped.size} packages are unknown.`)
    return
  }
  /** @type {{ packages: Record<string, { version: string }> }} */
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  // An advisory that a package has only by another one is that one's: where it is not shipped, neither is the flaw.
  const advised = Object.values(vulnerabilities)
    .map(({ name, via, nodes }) => ({ name, via: via.filter((reason) => typeof reason === 'object'), nodes }))
    .filter(({ via }) => via.length > 0)
  const lines = advised.map(({ name, via, nodes }) => {
    const references = nodes
      .map((path) => `${name}@${memberOf(packages, path).version}`)
      .filter((one) => shipped.has(one))
    return [...new Set(references)].map((one) => `${one}, ${shipped.get(one)}: ${via.map(adviceOf).join('; ')}`)
  })
  const apart = lines.filter((some) => some.length === 0).length
  console.error(`Packages with advisories: ${lines.length - apart} of ${shipped.size} shipped, ${apart} not shipped.`)
  if (lines.length > apart) fail(lines.flat().join('\n'))
}

/**
 * What `npm audit --json` prints, whether it succeeds or not. It reads the lock file alone.
 * @returns {Promise<Audit>}
 */
function npmAudit() {
  return new Promise((resolve) => {
    const words = ['audit', '--json', '--package-lock-only']
    execFile('npm', words, { maxBuffer: 1 << 26 }, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        resolve({ error: { summary: stderr.trim() } })
      }
    })
  })
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exitCode = 1
}
