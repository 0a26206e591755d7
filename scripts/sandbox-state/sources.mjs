import { build } from 'esbuild'

const folder = new URL('../../src/sandbox/', import.meta.url)

/** Modules of the program's own `src/sandbox`, by name, all that they export in one object: there is no second copy. */
export async function loadSources(names) {
  const contents = names.map((name) => `export * from './${name}.ts'`).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder.pathname, loader: 'ts' },
    // They find packages and files as if they ran where they are.
    define: { 'import.meta.url': JSON.stringify(new URL('bundle.mjs', folder).href) },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}
