/**
 * Bundles the command line into `dist/`: one small entry, and a chunk for everything that is loaded only when
 * needed. Packages with native parts stay outside. Prints nothing when it succeeds; when it fails, what was
 * built before stays.
 */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
// Beside the target's file system, so that the last step is a rename.
const made = mkdtempSync(join('node_modules', '.swapline-build-'))

await build({
  entryPoints: { main: 'src/cli/main.ts' },
  outdir: made,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
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
writeFileSync(join(made, 'help.txt'), await helpText())
chmodSync(made, 0o755)
replace('dist', made)

/** What the program reads as a file at run time, found beside the code that reads it. */
function artifacts(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.gz'))
    .map((name) => join(folder, name))
}

/** What the fresh program itself says to `help`: there is no second list of commands. */
async function helpText() {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { main } from ${JSON.stringify(pathToFileURL(join(made, 'main.js')).href)}; await main(['--help'])`,
  ])
  return stdout
}

/** Swaps the folders in one step, so that a program that starts meanwhile finds one or the other. */
function replace(target, fresh) {
  const old = `${fresh}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}
