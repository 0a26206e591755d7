/** Static files: next to the built program, or in their packages. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ApiResponse } from './route.ts'

interface Asset {
  readonly body: Buffer
  /** A hash of its bytes, as an HTTP entity tag. */
  readonly etag: string
}

const assetCache = new Map<string, Promise<Asset>>()

/** The response with a file; a client that has it already gets no body. @param name as {@link loadAsset} takes it */
export async function createAssetResponse(
  name: string,
  type: string,
  headers: ApiResponse['headers'] = {},
): Promise<ApiResponse> {
  const { body, etag } = await loadAsset(name)
  return { status: 200, type, body, headers: { ...headers, etag, 'cache-control': 'no-cache' } }
}

/** @param name of a file of this folder, or of the package of the interactive page */
function loadAsset(name: string): Promise<Asset> {
  const known = assetCache.get(name) ?? readAsset(name)
  assetCache.set(name, known)
  return known
}

async function readAsset(name: string): Promise<Asset> {
  const body = await readFile(resolveAssetPath(name))
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

function resolveAssetPath(name: string): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
}
