import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test.each([
  ['wallet/create-accounts', 'ethers'],
  ['store/journal/account-lock', 'libsql'],
  ['store/journal/journal', 'libsql'],
  ['store/sqlite/open', 'libsql'],
])('%s is loaded without %s', async (entry, heavy) => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, '..', `${entry}.ts`)],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    packages: 'external',
    outdir: 'none',
  })
  const imports = Object.values(metafile.outputs)
    .flatMap((output) => output.imports)
    .filter(({ path }) => path === heavy || path.startsWith(`${heavy}/`))
  expect(imports.filter(({ kind }) => kind !== 'dynamic-import')).toEqual([])
})
