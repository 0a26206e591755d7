/** Starts the forge of this repository on the repository, offline. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** One seed for every run: a failure in CI is reproduced here. */
export const seed = '0x5eed'

/**
 * @typedef {object} Context
 * @property {string} built the codes that build.mjs wrote
 * @property {string} [profile]
 * @property {Record<string, string>} [more] of the environment
 */

/**
 * @param {Context & { stdio?: 'inherit' | 'pipe' }} context
 * @param {readonly string[]} words of the command line after `forge`
 * @returns status and, with `pipe`, its output
 */
export function forge({ stdio = 'inherit', ...context }, words) {
  return spawnSync(program(), words, {
    ...createEnvironment(context),
    stdio: ['ignore', stdio, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
}

/**
 * As `forge`, but concurrent with others. @returns when it has ended: status or signal, and its output
 * @param {Context} context
 * @param {readonly string[]} words
 */
export async function forgeAside(context, words) {
  const child = spawn(program(), words, { ...createEnvironment(context), stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  const [status, signal] = await once(child, 'close')
  return { status, signal, stdout }
}

/** @param {Context} context */
function createEnvironment({ built, profile = 'default', more = {} }) {
  const env = {
    FOUNDRY_CONFIG: 'contracts/foundry.toml',
    FOUNDRY_PROFILE: profile,
    FOUNDRY_DISABLE_NIGHTLY_WARNING: '1',
    SWAPLINE_BUILT: resolve(built),
    ...more,
  }
  return { env: { ...process.env, ...env } }
}

/** @returns {string} version and commit of the program */
export function forgeVersion() {
  const { stdout } = spawnSync(program(), ['--version'], { encoding: 'utf8' })
  const [, version, commit] = /Version: (\S+)[\s\S]*Commit SHA: ([0-9a-f]{8})/.exec(stdout) ?? []
  return `${version} ${commit}`
}

/** The binary itself: the npm wrapper would be another process to end. */
function program() {
  const path = require.resolve(
    `@foundry-rs/forge-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/package.json`,
  )
  const found = ['bin/forge', 'bin/forge.exe'].map((name) => resolve(path, '..', name)).find(existsSync)
  if (found === undefined) throw new Error(`there is no forge for ${process.platform} ${process.arch}`)
  return found
}
