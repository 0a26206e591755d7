/**
 * Bundles the command line into `dist/`: one small entry, and a chunk for everything that is loaded only when
 * needed. Packages with native parts stay outside. Prints nothing when it succeeds; when it fails, what was
 * built before stays.
 */
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
// Beside the target's file system, so that the last step is a rename.
const made = mkdtempSync('node_modules/.swapline-build-')

await build({
  entryPoints: { main: 'src/cli/main.ts' },
  outdir: made,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: true,
  conditions: ['source'],
  mainFields: ['module', 'main'],
  external: ['libsql', '@libsql/*', '@foundry-rs/*', '@neon-rs/*'],
  define: { __SWAPLINE_VERSION__: JSON.stringify(version) },
  // CommonJS packages inside the bundle still call `require` for Node's own modules.
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'error',
}).catch(() => {
  rmSync(made, { recursive: true, force: true })
  process.exit(1)
})

for (const file of artifacts('src/sandbox')) copyFileSync(file, join(made, basename(file)))
chmodSync(made, 0o755)
replace('dist', made)

/** What the program reads as a file at run time, found beside the code that reads it. */
function artifacts(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.gz'))
    .map((name) => join(folder, name))
}

/** Swaps the folders in one step, so that a program that starts meanwhile finds one or the other. */
function replace(target, fresh) {
  const old = `${fresh}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}
