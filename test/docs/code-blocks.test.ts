import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'
import { startSwapline } from '../hosted/start-swapline.ts'

const { PATH } = process.env
const root = join(import.meta.dirname, '../..')
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md']
for (const name of readdirSync(join(root, 'docs'))) if (name.endsWith('.md')) documents.push(`docs/${name}`)

/** Its home is also where the commands run. */
let home: string
/** Where the function `swapline` of the shell leaves its words and finds what they brought. */
let desk: string
let answering: Promise<void>
const runSwapline = startSwapline()
beforeAll(() => {
  buildOnce().remove()
  home = mkdtempSync(join(tmpdir(), 'swapline-docs-'))
  desk = mkdtempSync(join(tmpdir(), 'swapline-docs-desk-'))
  execFileSync('mkfifo', ['asked', 'answered'], { cwd: desk })
  answering = answer()
}, 120_000)
afterAll(async () => {
  await shell('swapline sandbox down')
  await writeFile(join(desk, 'asked'), 'no more')
  await answering
  for (const folder of [home, desk]) rmSync(folder, { recursive: true, force: true })
})

/** One process runs the 80 commands: to start one for each took most of the time. */
async function answer(): Promise<void> {
  while ((await readFile(join(desk, 'asked'), 'utf8')) !== 'no more') {
    const words = (await readFile(join(desk, 'words'), 'utf8')).split('\0').slice(0, -1)
    const { stdout, stderr, code } = await runSwapline(home, words, { cwd: home })
    await Promise.all([writeFile(join(desk, 'stdout'), stdout), writeFile(join(desk, 'stderr'), stderr)])
    await writeFile(join(desk, 'answered'), `${code}\n`)
  }
}

const swapline = `swapline() {
  local code
  printf '%s\\0' "$@" > "$DESK/words"
  echo > "$DESK/asked"
  read -r code < "$DESK/answered"
  cat "$DESK/stdout"
  cat "$DESK/stderr" >&2
  return "$code"
}`

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
  const script = `set -eo pipefail\n${swapline}\n${code}`
  const env = { PATH, HOME: home, LANG: 'C.UTF-8', DESK: desk }
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env, cwd: home, maxBuffer: 1e7 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), text: stdout + stderr })
    })
  })
}
