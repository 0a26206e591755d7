import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from '#domain/errors'

/**
 * Writes standard JSON inputs of our contracts into a folder, which is created if absent; files of the same name are
 * replaced.
 * @param files their names
 * @returns the paths written
 * @throws `USAGE` if the folder cannot be written
 */
export function writeContractInputs(folder: string, files: readonly string[]): readonly string[] {
  const source = findInputFolder()
  const pairs = files.map((file) => [join(source, file), join(folder, file)] as const)
  try {
    mkdirSync(folder, { recursive: true })
    for (const [from, to] of pairs) copyFileSync(from, to)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw fail(
      'USAGE',
      {
        reason: `The folder ${folder} cannot be written${code === undefined ? '' : ` (${code})`}.`,
        fix: 'name another folder',
      },
      { cause },
    )
  }
  return pairs.map(([, to]) => to)
}

/** Next to the built program, else in the repository. */
function findInputFolder(): string {
  const places = ['./contracts/', '../../contracts/'].map((folder) =>
    fileURLToPath(new URL(`${folder}standard-json`, import.meta.url)),
  )
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new Error(`none of ${places.join(', ')} exists`)
  return found
}
