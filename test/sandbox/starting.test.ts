/**
 * A sandbox that starts automatically: for several processes at once, and never if no other process could find it
 * again.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFreePort } from '#sandbox/anvil/free-port'
import { startChain } from '#sandbox/anvil/start'
import { createHome, type RunResult, runSwapline } from '../cli/run-built.ts'

/** The chains that processes with this state directory have started and left running. */
function chainsWith(commandLine: RegExp): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').replaceAll('\0', ' ')
        return commandLine.test(words) ? [pid] : []
      } catch {
        return [] // it ended meanwhile
      }
    })
}

const documentOf = ({ stdout }: RunResult) => JSON.parse(stdout)

describe('processes that start together while no sandbox runs', () => {
  test('each return their result', async () => {
    const home = createHome()
    const env = { SWAPLINE_STATE_DIR: join(home, 'state') }
    try {
      const quote = ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', '-o', 'json']
      const commands = [quote, ['sandbox', 'up', '-o', 'json'], quote, ['sandbox', 'up', '-o', 'json']]
      const ran = await Promise.all(commands.map((args) => runSwapline(home, args, { env })))
      expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0])
      expect(ran.map((one) => documentOf(one).ok)).toEqual([true, true, true, true])
      const pid = documentOf(ran[1] as RunResult).data.pid
      expect(documentOf(ran[3] as RunResult).data.pid).toBe(pid)
      expect(JSON.parse(readFileSync(join(home, 'state/sandbox-sandbox.json'), 'utf8')).pid).toBe(pid)
    } finally {
      await runSwapline(home, ['sandbox', 'down'], { env })
    }
  }, 120_000)
})

describe('an unusable state directory', () => {
  const commands: readonly (readonly string[])[] = [
    ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox'],
    ['swap', '1', 'ETH', 'USDC', '-n', 'sandbox', '-y'],
    ['sandbox', 'up', '--port', '28111'],
    ['sandbox', 'up', '--as', 'base', '--port', '28111'],
    ['status', 'last'],
    ['networks'],
  ]
  const others = ['/dev/null', '/dev/null/deeper'].flatMap((path) =>
    commands.slice(0, 1).map((args) => [path, args] as const),
  )
  // Every command with one of the folders, and the first command with the others.
  const cases = [...commands.map((args) => ['/proc/nope', args] as const), ...others].map(
    ([path, args]) => [args.slice(0, 4).join(' '), path, args] as const,
  )
  test.each(cases)(
    '%s with %s is refused at once',
    async (_, path, args) => {
      const before = chainsWith(/anvil .*--port 28111/)
      const ran = await runSwapline(createHome(), [...args, '--state-dir', path, '-o', 'json'])
      expect(ran.code).toBe(3)
      const { error } = documentOf(ran)
      // without the journal there it is unknown what an earlier swap sent
      expect(error).toMatchObject({ code: 'STATE_DIR_UNUSABLE', exitCode: 3, sent: args[0] === 'swap' })
      expect(error.message).toContain(path)
      expect(error.fix.join()).toContain('--state-dir')
      expect(chainsWith(/anvil .*--port 28111/)).toEqual(before)
    },
    60_000,
  )

  test('starts no chain that would have no record', async () => {
    const home = createHome()
    const before = new Set(chainsWith(/anvil .*swapline-sandbox-/))
    // For this process only: its chain's settings would be in its temporary folder.
    const env = { TMPDIR: home }
    const ran = await runSwapline(home, ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', '--state-dir', '/dev/null'], {
      env,
    })
    expect(ran.code).toBe(3)
    expect(readdirSync(home).filter((name) => name.startsWith('swapline-sandbox-'))).toEqual([])
    const own = chainsWith(new RegExp(`anvil .*${home}`)).filter((pid) => !before.has(pid))
    expect(own).toEqual([])
    expect(existsSync('/dev/null')).toBe(true)
  }, 60_000)
})

test('chains that start together and prefer one port all run, one of them there', async () => {
  const preferredPort = await findFreePort()
  const chains = await Promise.all([1, 2, 3].map(() => startChain({ preferredPort, router: false })))
  try {
    const ports = chains.map(({ url }) => Number(new URL(url).port))
    expect(new Set(ports).size).toBe(3)
    expect(ports).toContain(preferredPort)
  } finally {
    await Promise.all(chains.map((chain) => chain.stop()))
  }
})
