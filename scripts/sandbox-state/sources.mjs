import { build } from 'esbuild'

/**
 * @typedef {{
 *   'accounts': typeof import('#sandbox/accounts'),
 *   'anvil/binary': typeof import('#sandbox/anvil/binary'),
 *   'dev-accounts': typeof import('#sandbox/dev-accounts'),
 *   'op-stack': typeof import('#sandbox/op-stack'),
 *   'pools/create': typeof import('#sandbox/pools/create'),
 *   'anvil/rpc': typeof import('#sandbox/anvil/rpc'),
 *   'anvil/send-from': typeof import('#sandbox/anvil/send-from'),
 *   'state-file': typeof import('#sandbox/state-file'),
 * }} Sources the modules that are loaded so
 */

/**
 * All members of a union in one.
 * @template T
 * @typedef {(T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never} Together
 */

const folder = new URL('../../src/sandbox/', import.meta.url)

/**
 * Modules of the program's own `src/sandbox`, by name, all that they export in one object: there is no second copy.
 * @template {keyof Sources} Name
 * @param {readonly Name[]} names
 * @returns {Promise<Together<Sources[Name]>>}
 */
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
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.text ?? '').toString('base64')}`)
}
