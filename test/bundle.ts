import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const cache = join(import.meta.dirname, '../node_modules/.cache/swapline-test')

/** One TypeScript file with all it imports as a module that plain Node runs; inside node_modules, for native drivers. */
export async function bundleModule(entry: string): Promise<{ readonly path: string; remove(): void }> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bundle-'))
  await build({
    entryPoints: [entry],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    external: ['libsql', '@foundry-rs/*'],
    banner: { js: "import { createRequire as _cr } from 'node:module'; const require = _cr(import.meta.url);" },
    logLevel: 'silent',
  })
  const name = entry.slice(entry.lastIndexOf('/') + 1).replace(/\.ts$/, '.mjs')
  return { path: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
