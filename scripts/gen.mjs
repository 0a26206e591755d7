/**
 * Writes the lists that follow from what lies in a folder, so that adding a protocol, a network or a
 * command means adding a file and nothing else. With `--check`, fails where a list is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const lists = [
  { folder: 'src/protocols', out: 'src/protocols/all.gen.ts', write: importsOf('protocol') },
  { folder: 'src/networks/entries', out: 'src/networks/all.gen.ts', write: importsOf('network') },
  { folder: 'src/http/routes', out: 'src/http/routes.gen.ts', write: importsOf('route') },
  { folder: 'test/conformance/families', out: 'test/conformance/families.gen.ts', write: importsOf('family') },
  { folder: 'src/cli/commands', out: 'src/cli/commands.gen.ts', write: recordOf('command') },
]

const checking = process.argv.includes('--check')
for (const list of lists) {
  const text = list.write(list.folder, membersOf(list.folder))
  if (existsSync(list.out) && readFileSync(list.out, 'utf8') === text) continue
  if (!checking) writeFileSync(list.out, text)
  else {
    console.error(`${list.out} is out of date. Run: npm run gen`)
    process.exitCode = 1
  }
}

/** The files of a folder and the `index.ts` of every folder in it, in name order. */
function membersOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.name.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(entry.name)))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/index` : entry.name.slice(0, -3)))
    .sort()
}

/** How a list beside `folder` imports one of its members. */
function pathOf(folder, name) {
  return folder.startsWith('src/') ? `#${folder.slice(4)}/${name}` : `./${folder.split('/').at(-1)}/${name}.ts`
}

/** A list of what every member exports under one name, loaded at once. */
function importsOf(exported) {
  return (folder, members) =>
    [
      '// Written by scripts/gen.mjs. Do not edit.',
      ...members.map((name, i) => `import { ${exported} as _${i} } from '${pathOf(folder, name)}'`),
      '',
      `export const all = [${members.map((_, i) => `_${i}`).join(', ')}] as const`,
      '',
    ].join('\n')
}

/** What every member exports under one name, by the member's name. */
function recordOf(exported) {
  return (folder, members) =>
    [
      '// Written by scripts/gen.mjs. Do not edit.',
      ...members.map((name, i) => `import { ${exported} as _${i} } from '${pathOf(folder, name)}'`),
      '',
      'export const all = {',
      ...members.map((name, i) => `  '${name.replace(/\/index$/, '')}': _${i},`),
      '} as const',
      '',
    ].join('\n')
}
