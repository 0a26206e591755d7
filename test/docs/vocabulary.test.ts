/** One vocabulary: a type's name means one thing in src, and words of the field are used for what they mean. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  // Tests of families are alike on purpose.
  .filter((file) => file.endsWith('.ts') && !/protocols\/[^/]+\/test\//.test(file))
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

interface Declaration {
  readonly file: string
  readonly name: string
  readonly isExported: boolean
}

const declarations: readonly Declaration[] = [...sources].flatMap(([file, text]) =>
  [...text.matchAll(/^(export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm)].map(
    ([, exported, name = '']) => ({ file, name, isExported: exported !== undefined }),
  ),
)

test('an exported type has a name of its own', () => {
  const places = new Map<string, string[]>()
  for (const { name, file, isExported } of declarations)
    if (isExported) places.set(name, [...(places.get(name) ?? []), file])
  const repeated = [...places].filter(([, found]) => found.length > 1)
  expect(repeated.map(([name, found]) => `${name}: ${found.join(', ')}`)).toEqual([])
})

test('no type is called by a bare participle', () => {
  const banned = /^(Asked|Answered|Wanted|Found|Seen|Said|Given|Kept|Made|Told)$/
  expect(declarations.filter(({ name }) => banned.test(name))).toEqual([])
})

test('limits are called max and min', () => {
  // Members of states, which recorded vectors name.
  const stored = ['mostLent', 'mostWritten', 'mostVolatility', 'mostDeposit', 'leastTrade', 'leastBalances']
  const found = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:most|least)[A-Z]\w*/g)].flatMap(([name]) =>
      stored.includes(name) ? [] : [`${file}: ${name}`],
    ),
  )
  expect(found).toEqual([])
})

test('prose has standard words', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-words.mjs'], { encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([])
  expect(status).toBe(0)
})
