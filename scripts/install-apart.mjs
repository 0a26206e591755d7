import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Installs what a folder's own package.json names, unless it is there: packages of tests, which the main install lacks.
 * @param {string} apart the folder
 */
export function installApart(apart) {
  const { dependencies } = JSON.parse(readFileSync(`${apart}/package.json`, 'utf8'))
  if (Object.keys(dependencies).every((name) => existsSync(`${apart}/node_modules/${name}`))) return
  // npm hands its settings on to scripts, above those of a folder's own .npmrc
  const { npm_config_engine_strict: _, ...env } = process.env
  const { status } = spawnSync('npm', ['ci', '--prefix', apart], { env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${apart}/package.json names`)
}
