/** The packed program beside nothing but what npm installs for it, away from the repository. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'
import { createEnvironment, type RunResult, waitForExit } from '../e2e/fixture.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>
}

const folder = mkdtempSync(join(tmpdir(), 'swapline-package-'))
const home = join(folder, 'home')
const root = join(folder, 'node_modules/swapline')
const bin = join(root, 'bin/swapline.js')
let installed: readonly string[]

beforeAll(() => {
  buildOnce().remove()
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(
    execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  mkdirSync(root, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', root, '--strip-components=1'])
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  installed = Object.keys(packages).filter(
    // Of other platforms' packages there is an entry and no folder.
    (path) => path !== '' && !packages[path]?.dev && !packages[path]?.devOptional && existsSync(path),
  )
  for (const path of installed) cpSync(path, join(folder, path), { recursive: true })
  mkdirSync(join(home, 'state'), { recursive: true, mode: 0o700 })
})
afterAll(async () => {
  await run(['sandbox', 'down'])
  rmSync(folder, { recursive: true, force: true })
})

test('npm installs the packages with native parts, and nothing else', () => {
  const names = installed.map((path) => path.replace('node_modules/', ''))
  const isNative = (name: string) =>
    /^@(libsql|foundry-rs)\/.+-(linux|darwin|win32)|^@libsql\/(linux|darwin|win32)/.test(name)
  expect(names.filter((name) => !isNative(name))).toEqual([
    '@foundry-rs/anvil',
    '@neon-rs/load',
    'detect-libc',
    'libsql',
  ])
  // One of anvil, and of libsql one for each C library of the platform.
  expect(names.filter(isNative).length).toBeLessThanOrEqual(3)
})

test('every bundled package loads', () => {
  const vendors = readdirSync(join(root, 'dist/vendor')).filter((name) => name.endsWith('.js'))
  expect(vendors).toEqual([
    'chalk.js',
    'conf.js',
    'ethers.js',
    'fastify.js',
    'inquirer.js',
    'ora.js',
    'postgres.js',
    'zod.js',
  ])
  for (const name of vendors) execFileSync(process.execPath, [join(root, 'dist/vendor', name)], { cwd: folder })
})

test('settings, schemas and keys', async () => {
  await succeed(['config', 'set', 'trade.slippagePpm', '3000'])
  expect((await succeed(['config', 'get', 'trade.slippagePpm'])).stdout).toContain('3000')
  expect(JSON.parse((await succeed(['schema', 'quote'])).stdout)).toHaveProperty('properties')
  await succeed(['wallet', 'new', 'main'], { SWAPLINE_PASSWORD: 'correct horse' })
  expect((await succeed(['wallet', 'list'])).stdout).toContain('main')
})

test('a sandbox, a quote, a swap and a server', async () => {
  await succeed(['sandbox', 'up'])
  expect((await succeed(['quote', '1', 'ETH', 'USDC', '-n', 'sandbox'])).stdout).toMatch(/Buy +2,49\d\.\d+ USDC/)
  const swap = await succeed(['swap', '1', 'ETH', 'USDC', '-n', 'sandbox', '-a', 'dev0', '-y', '-o', 'json'])
  expect(JSON.parse(swap.stdout)).toMatchObject({ data: { stage: 'confirmed' } })

  const ports = ['--port', '0', '--auth-port', '0', '--metrics-port', '0']
  const server = spawn(process.execPath, [bin, 'serve', '-n', 'sandbox', '-o', 'jsonl', ...ports], {
    env: environment(),
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const line = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').once('data', resolve)
    server.once('close', () => reject(new Error('the server ended')))
  })
  const { url } = JSON.parse(line.split('\n')[0] ?? '').data
  expect((await fetch(`${url}/swagger`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
}, 120_000)

const environment = () => createEnvironment(home, join(home, 'state'))

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<RunResult> =>
  waitForExit(spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...environment(), ...env } }), '')

async function succeed(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<RunResult> {
  const result = await run(args, env)
  expect([result.stderr, result.code]).toEqual([expect.anything(), 0])
  return result
}
