/** Files that are served as they are: beside the built program, or where their packages keep them. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Answer } from './route.ts'

interface Asset {
  readonly body: Buffer
  /** Of its bytes, as HTTP compares them. */
  readonly etag: string
}

const kept = new Map<string, Promise<Asset>>()

/** The answer with a file, which a client that has it already is not sent again. @param name as {@link asset} takes it */
export async function assetAnswer(name: string, type: string, headers: Answer['headers'] = {}): Promise<Answer> {
  const { body, etag } = await asset(name)
  return { status: 200, type, body, headers: { ...headers, etag, 'cache-control': 'no-cache' } }
}

/** @param name of a file of this folder, or of the package of the interactive page */
function asset(name: string): Promise<Asset> {
  const known = kept.get(name) ?? read(name)
  kept.set(name, known)
  return known
}

async function read(name: string): Promise<Asset> {
  const body = await readFile(placeOf(name))
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

function placeOf(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
}
