/** The audit of what is shipped, by npm itself at a registry of this test: real ones are not asked in tests. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createHome } from '../cli/run-built.ts'
import { buildOnce } from '../e2e/build-once.ts'

interface Advised {
  readonly name: string
  readonly severity: string
}

let server: Server | undefined
beforeAll(() => buildOnce().remove())
afterEach(() => void server?.close())

/** Answers an audit with an advisory on every version of each package; `status` refuses it. */
async function startRegistry(advised: readonly Advised[], status = 200): Promise<string> {
  const advisories = advised.map(({ name, severity }, i) => [
    name,
    [
      {
        id: i + 1,
        url: `https://advisories.example/${name}`,
        title: `Flaw of ${name}`,
        severity,
        vulnerable_versions: '*',
      },
    ],
  ])
  server = createServer((request, response) => {
    const isAudit = request.url === '/-/npm/v1/security/advisories/bulk'
    // For the rest npm asks which versions there are: only those in the lock file, as far as it is told.
    const body = isAudit
      ? Object.fromEntries(advisories)
      : { name: decodeURIComponent((request.url ?? '').slice(1)), versions: {} }
    request.resume().on('end', () => {
      response.writeHead(isAudit ? status : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function audit(registry: string, cwd = '.'): Promise<{ readonly code: number; readonly stderr: string }> {
  const env = {
    PATH: process.env['PATH'],
    HOME: createHome(),
    npm_config_registry: registry,
  }
  return new Promise((finish) => {
    const child = execFile(
      process.execPath,
      [resolve('scripts/audit-bundled.mjs')],
      { cwd, env },
      (_, _stdout, stderr) => finish({ code: child.exitCode ?? -1, stderr }),
    )
  })
}

test('an advisory on a bundled or an installed package fails', async () => {
  const registry = await startRegistry([
    { name: 'ethers', severity: 'low' },
    { name: 'detect-libc', severity: 'high' },
    { name: 'vitest', severity: 'critical' },
  ])
  const { code, stderr } = await audit(registry)
  expect(stderr).toMatch(/^Packages with advisories: 2 of \d+ shipped, 1 not shipped\.\n/)
  expect(stderr).toMatch(/^ethers@\S+, bundled: low, Flaw of ethers, https:\/\/advisories\.example\/ethers$/m)
  expect(stderr).toMatch(/^detect-libc@\S+, installed: high, Flaw of detect-libc, /m)
  expect(stderr).not.toContain('vitest')
  expect(code).toBe(1)
})

test('an advisory on a package for development does not', async () => {
  const { code, stderr } = await audit(await startRegistry([{ name: 'vitest', severity: 'critical' }]))
  expect(stderr).toMatch(/^Packages with advisories: 0 of \d+ shipped, 1 not shipped\.\n$/)
  expect(code).toBe(0)
})

test('no advisory does not', async () => {
  const { code, stderr } = await audit(await startRegistry([]))
  expect(stderr).toMatch(/^Packages with advisories: 0 of \d+ shipped, 0 not shipped\.\n$/)
  expect(code).toBe(0)
})

test('a registry that refuses the audit, or none, is named and fails nothing', async () => {
  const refused = await audit(await startRegistry([], 405))
  expect(refused.stderr).toMatch(
    /^The registry did not answer the audit: 405 Method Not Allowed - POST http:\/\/127\S+bulk\n/,
  )
  expect(refused.stderr).toMatch(/\nThe advisories of \d+ packages are unknown\.\n$/)
  expect(refused.code).toBe(0)

  const silent = await audit('http://127.0.0.1:1/')
  expect(silent.stderr).toMatch(/^The registry did not answer the audit: .*127\.0\.0\.1:1/)
  expect(silent.code).toBe(0)
})

test('a fault of the repository is not taken for one of the registry', async () => {
  const folder = createHome()
  mkdirSync(join(folder, 'dist'))
  cpSync('dist/sbom.json', join(folder, 'dist/sbom.json'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "lockless", "version": "1.0.0" }')
  const { code, stderr } = await audit(await startRegistry([]), folder)
  expect(stderr).toBe('npm audit failed: This command requires an existing lockfile.\n')
  expect(code).toBe(1)
})
