import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'

const { PATH } = process.env
const root = join(import.meta.dirname, '../..')
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md']
for (const name of readdirSync(join(root, 'docs'))) if (name.endsWith('.md')) documents.push(`docs/${name}`)

let home: string
let program: ReturnType<typeof buildOnce>
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'swapline-docs-'))
  program = buildOnce()
}, 120_000)
afterAll(async () => {
  await shell('swapline sandbox down')
  program.remove()
  rmSync(home, { recursive: true, force: true })
})

const texts = documents.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
const blocks = texts.flatMap(({ name, text }) =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => ({ name, code: match[1] ?? '' })),
)

test('every shell block of swapline commands runs as written', async () => {
  const commands = blocks.filter(({ code }) => /^swapline /m.test(code))
  expect(commands.length).toBeGreaterThan(0)
  for (const { name, code } of commands) {
    const { status, text } = await shell(code)
    expect(text, `${name}\n${code}\n${text}`).not.toMatch(/^✖/m) // a call that reverted in a trace is indented
    expect(status, `${name}\n${code}\n${text}`).toBe(0)
  }
}, 400_000)

test('every npm script that the documents mention exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = texts.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? ''))
  for (const script of named) expect(scripts).toHaveProperty([script])
})

/** Runs as `bash -e` with a separate home and `swapline` as the built program. */
function shell(code: string): Promise<{ status: number; text: string }> {
  const script = `set -eo pipefail\nswapline() { node "${program.bin}" "$@"; }\n${code}`
  const env = { PATH, HOME: home, LANG: 'C.UTF-8' }
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env, cwd: home, maxBuffer: 1e7 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), text: stdout + stderr })
    })
  })
}
