import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fail } from '#domain/errors'

const architecture: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The path of the native program that came with `@foundry-rs/anvil`. Its wrapper script is bypassed: it doubles the
 * start time, and its pid is not the chain's.
 * @throws `SANDBOX_FAILED` if no build for this platform is installed.
 */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${architecture[process.arch] ?? process.arch}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    // The platform's package is a dependency of anvil's own, so it is looked up from there.
    const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const path = join(dirname(createRequire(anvil).resolve(`${name}/package.json`)), 'bin', file)
    if (existsSync(path)) return path
  } catch (cause) {
    throw fail('SANDBOX_FAILED', { reason: `the package ${name} is not installed` }, { cause })
  }
  throw fail('SANDBOX_FAILED', { reason: `the package ${name} holds no ${file}` })
}
