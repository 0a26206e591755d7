import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { headingsOf } from './headings.ts'

const root = join(import.meta.dirname, '../..')
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
const others = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'examples/README.md']
const documents = [...others, ...pages]

/** Markdown that is committed or will be: of a family, docs/families.md has the link; a recipe is no document. */
const committed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .split('\n')
  .filter((name) => name !== '' && !/^(src\/protocols|test\/recipe\/toy)\//.test(name) && existsSync(join(root, name)))

test('docs/README.md lists every document of the repository', () => {
  const listed = linksOf('docs/README.md').map(({ path }) => path)
  expect(pages).toContain('docs/service.md')
  expect(committed.filter((name) => name !== 'docs/README.md' && !listed.includes(name))).toEqual([])
})

test('every link within the repository leads to a file', () => {
  const links = documents.flatMap(linksOf)
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('every anchor leads to a heading', () => {
  const anchors = documents.flatMap(linksOf).filter(({ anchor }) => anchor !== '')
  expect(anchors.length).toBeGreaterThan(5)
  expect(anchors.filter(({ path, anchor }) => !anchorsOf(path).includes(anchor))).toEqual([])
})

test('decisions are numbered without gaps, dated and in order', () => {
  const decisions = pages.filter((name) => name.startsWith('docs/decisions/')).toSorted()
  const heads = decisions.map((name) => /^# (\d+)\. .+\n\nDate: (\d{4}-\d\d-\d\d)\. Status: /.exec(textOf(name)))
  expect(heads.map((head) => Number(head?.[1]))).toEqual(decisions.map((_, i) => i + 1))
  expect(decisions.map((name) => Number(name.slice('docs/decisions/'.length, -3).split('-')[0]))).toEqual(
    decisions.map((_, i) => i + 1),
  )
  const dates = heads.map((head) => head?.[2] ?? '')
  expect(dates).toEqual(dates.toSorted())
})

interface Link {
  readonly from: string
  readonly path: string
  readonly anchor: string
}

/** Links to files and anchors of the repository, outside of code; paths from its root. */
function linksOf(name: string): readonly Link[] {
  const prose = textOf(name)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, target = '', anchor = '']) => ({
    from: name,
    path: target === '' ? name : relative(root, join(root, dirname(name), target)),
    anchor,
  }))
}

/** The anchors of a page; none if it is not a file. */
function anchorsOf(path: string): readonly string[] {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isFile()) return []
  return headingsOf(textOf(path)).map(({ anchor }) => anchor)
}

function textOf(name: string): string {
  return readFileSync(join(root, name), 'utf8')
}
