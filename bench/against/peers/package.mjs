import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const packages = new URL('../node_modules/', import.meta.url)
/** @param {string} name */
const manifest = (name) => new URL(`${name}/package.json`, packages)

/** @param {string} name */
export const isInstalled = (name) => existsSync(manifest(name))

/**
 * Loads what a peer exports, and through `load` its dependencies and internal files (`./…`), resolved as the peer does.
 * The peers are installed apart, so what is used of them is declared beside their callers.
 * @param {string} name
 * @returns {{ exports: unknown, load: (path: string) => unknown }}
 */
export function openPeer(name) {
  const load = createRequire(manifest(name))
  return { exports: load(name), load }
}

/**
 * Version and licence as the installed package states them.
 * @param {string} name
 */
export function manifestOf(name) {
  /** @type {{ version: string, license?: string }} */
  const { version, license = 'no licence stated' } = JSON.parse(readFileSync(manifest(name), 'utf8'))
  return { version, licence: license }
}
