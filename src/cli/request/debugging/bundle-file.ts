/** Bundles as files: written once, read with suspicion. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { release, type } from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Context } from '#cli/context'
import { type PackedBundle, packBundle, unpackBundle } from '#cli/request/debugging/pack-bundle'
import { writeNewFile } from '#cli/request/write-new-file'
import { BundleFile, bundleSchemaId } from '#cli/schemas/debugging/bundle-file'
import { version } from '#cli/version'
import type { QuoteBundle } from '#domain/debugging/bundle'
import { fail } from '#domain/errors'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'

/** Which program wrote it. */
export interface BundleOrigin {
  readonly version: string
  readonly node: string
  readonly os: string
}

export interface ReadBundle {
  readonly bundle: QuoteBundle
  readonly app: BundleOrigin
  /** As the file states it. */
  readonly sha256: string
  /** False if the file was damaged or changed since. */
  readonly isIntact: boolean
}

/** Larger documents are compressed. */
const maxPlainBytes = 256 * 1_024
/** No bundle is larger, and a hostile file must not fill the memory. */
const maxBytes = 256 * 1_024 * 1_024

const thisProgram = (): BundleOrigin => ({
  version,
  node: process.version,
  os: `${type()} ${release()} ${process.arch}`,
})

/** As text; `app` stays that of the program which recorded it. */
export function encodeBundle(bundle: QuoteBundle, app: BundleOrigin = thisProgram()): string {
  const body = JSON.parse(encodeLossless({ schema: bundleSchemaId, app, ...packBundle(bundle) }))
  return `${JSON.stringify({ ...body, sha256: hashOf(body) })}\n`
}

/** @throws `USAGE` if the file exists or cannot be written */
export function writeBundle(
  path: string,
  bundle: QuoteBundle,
  { app, option = '--save' }: { readonly app?: BundleOrigin; readonly option?: string } = {},
): void {
  const text = encodeBundle(bundle, app)
  writeNewFile(path, text.length > maxPlainBytes ? gzipSync(text) : text, option)
}

/** @throws `BUNDLE_INVALID`; `USAGE` if it cannot be read */
export async function readBundle({ readStdin }: Pick<Context, 'readStdin'>, path: string): Promise<ReadBundle> {
  return decodeBundle(path === '-' ? await readStdin() : readText(path))
}

/** @throws `BUNDLE_INVALID` */
export function decodeBundle(text: string): ReadBundle {
  try {
    return decodeText(text)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause // nested deeper than the stack
    throw fail('BUNDLE_INVALID', { reason: 'it is nested too deeply' }, { cause })
  }
}

function decodeText(text: string): ReadBundle {
  const document = parseJson(text)
  const read = BundleFile.safeParse(document)
  if (!read.success) throw fail('BUNDLE_INVALID', { reason: describeIssue(read.error.issues[0]) })
  const { sha256, app, schema: _, ...body } = decodeDocument(text)
  const { sha256: __, ...hashed } = document as Readonly<Record<string, unknown>>
  return { bundle: unpackBundle(body), app, sha256, isIntact: hashOf(hashed) === sha256 }
}

function readText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw fail('USAGE', { reason: `The file ${path} cannot be read.`, fix: 'give the path of a bundle' }, { cause })
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes }).toString('utf8')
  } catch (cause) {
    throw fail('BUNDLE_INVALID', { reason: 'it cannot be unpacked' }, { cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw fail('BUNDLE_INVALID', { reason: 'it is no JSON, or it is cut off' }, { cause })
  }
}

type Document = PackedBundle & { readonly sha256: string; readonly app: BundleOrigin; readonly schema: string }

function decodeDocument(text: string): Document {
  try {
    return decodeLossless<Document>(text)
  } catch (cause) {
    throw fail('BUNDLE_INVALID', { reason: 'it has a value that no bundle has' }, { cause })
  }
}

const describeIssue = (
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string =>
  issue === undefined || issue.path.length === 0
    ? 'its format is another one'
    : `${issue.path.slice(0, 6).map(String).join('.')} is wrong`

const hashOf = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(body)))
    .digest('hex')

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
