/** Files that are served as they are: beside the built program, or where their packages keep them. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const kept = new Map<string, Promise<Buffer>>()

/** @param name of a file of this folder, or of the package of the interactive page */
export function asset(name: string): Promise<Buffer> {
  const known = kept.get(name) ?? readFile(placeOf(name))
  kept.set(name, known)
  return known
}

function placeOf(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
}
