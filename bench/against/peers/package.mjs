import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const packages = new URL('../node_modules/', import.meta.url)
const manifest = (name) => new URL(`${name}/package.json`, packages)

export const isInstalled = (name) => existsSync(manifest(name))

/**
 * Loads what a peer exports, and through `load` its dependencies and internal files (`./…`), resolved as the peer does.
 */
export function openPeer(name) {
  const load = createRequire(manifest(name))
  return { exports: load(name), load }
}

/** Version and licence as the installed package states them. */
export function manifestOf(name) {
  const { version, license = 'no licence stated' } = JSON.parse(readFileSync(manifest(name), 'utf8'))
  return { version, licence: license }
}
