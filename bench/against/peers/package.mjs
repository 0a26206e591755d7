import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const packages = new URL('../node_modules/', import.meta.url)
const manifest = (name) => new URL(`${name}/package.json`, packages)

export const isInstalled = (name) => existsSync(manifest(name))

/** Loads what a peer exports, and by `load` what it depends on or has inside (`./…`), as the peer itself would. */
export function openPeer(name) {
  const load = createRequire(manifest(name))
  return { exports: load(name), load }
}

/** As the installed package states them. */
export function manifestOf(name) {
  const { version, license = 'no licence stated' } = JSON.parse(readFileSync(manifest(name), 'utf8'))
  return { version, licence: license }
}
