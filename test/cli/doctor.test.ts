import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Doctor } from '#cli/schemas/doctor'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

const diagnose = async (home: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
  const { stdout, code } = await runSwapline(home, ['doctor', '-o', 'json', ...args], { env })
  return { code, ...Doctor.parse(JSON.parse(stdout).data) }
}

/** An endpoint of Base whose head is `ahead` seconds ahead of this machine; silent if `undefined`. */
async function listen(ahead: number | undefined, chainId = '0x2105'): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      if (ahead === undefined) return
      const time = `0x${(Math.floor(Date.now() / 1_000) + ahead).toString(16)}`
      const head = { number: '0x10', hash: `0x${'1'.repeat(64)}`, parentHash: `0x${'2'.repeat(64)}`, timestamp: time }
      const results: Record<string, unknown> = {
        eth_chainId: chainId,
        eth_getBlockByNumber: { ...head, baseFeePerGas: '0x1', gasLimit: '0x1', miner: `0x${'0'.repeat(40)}` },
        eth_getCode: '0x',
      }
      const calls = [JSON.parse(body)].flat()
      response.end(
        JSON.stringify(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] ?? '0x0' }))),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const levelOf = (findings: Awaited<ReturnType<typeof diagnose>>['findings'], check: string) =>
  findings.filter((finding) => finding.check === check).map(({ level }) => level)

test('on a fresh machine nothing is wrong', async () => {
  const { code, problems, findings } = await diagnose(createHome())
  expect({ code, problems }).toEqual({ code: 0, problems: 0 })
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['config', 'key file', 'state', 'disk', 'store', 'lock']),
  )
})

test('loose modes, a broken config file and a store that is none: exit 16, each with its fix', async () => {
  const home = createHome()
  const keys = join(home, '.local/share/swapline/keystore')
  const state = join(home, '.local/state/swapline')
  for (const folder of [keys, state, join(home, '.config/swapline')])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(keys, 0o755)
  writeFileSync(join(state, 'swapline.db'), 'x'.repeat(5_000), { mode: 0o600 })
  writeFileSync(join(home, '.config/swapline/config.json'), '{"netwrok": 1}', { mode: 0o600 })
  const { code, problems, findings } = await diagnose(home)
  expect(code).toBe(16)
  expect(problems).toBe(3)
  const wrong = findings.filter(({ level }) => level === 'problem')
  expect(wrong.map(({ check }) => check).toSorted()).toEqual(['config', 'key file', 'store'])
  for (const { fix } of wrong) expect(fix).toBeTruthy()
  expect(wrong.find(({ check }) => check === 'key file')?.fix).toBe(`chmod 700 ${keys}`)
  const { stdout } = await runSwapline(home, ['doctor'])
  expect(stdout).toContain('3 of')
  expect(Math.max(...stdout.split('\n').map((line) => (line.startsWith('    →') ? 0 : line.length)))).toBeLessThan(120)
})

test('a silent endpoint delays nothing beyond its limit; another chain and a clock behind are found', async () => {
  const home = createHome()
  const urls = [await listen(undefined), await listen(0, '0x1'), await listen(100), await listen(0)]
  await runSwapline(home, ['config', 'set', 'networks.base.rpc', ...urls])
  const began = Date.now()
  const { code, findings } = await diagnose(home)
  expect(Date.now() - began).toBeLessThan(45_000)
  expect(code).toBe(16)
  expect(levelOf(findings, 'endpoint').toSorted()).toEqual(['ok', 'ok', 'problem', 'problem'])
  expect(levelOf(findings, 'clock').toSorted()).toEqual(['ok', 'problem'])
  expect(findings.find(({ check, level }) => check === 'clock' && level === 'problem')?.message).toMatch(
    /clock is (9\d|100) s behind/,
  )
})

test('an endpoint that is given twice is noted, and asked once', async () => {
  const url = await listen(0)
  const { code, findings } = await diagnose(createHome(), ['-n', 'base', '--rpc-url', url, '--rpc-url', `${url}/`])
  expect(findings.filter(({ check }) => check === 'endpoint')).toEqual([
    expect.objectContaining({ level: 'ok' }),
    {
      check: 'endpoint',
      subject: `base ${new URL(url).host}`,
      level: 'note',
      message: 'it is given twice, and counts as one endpoint',
      fix: 'give another one: what two endpoints show is proven better',
    },
  ])
  expect(code).toBe((await diagnose(createHome(), ['-n', 'base', '--rpc-url', url])).code)
})

test('--offline asks no endpoint', async () => {
  const home = createHome()
  await runSwapline(home, ['config', 'set', 'networks.base.rpc', await listen(undefined)])
  const { code, findings } = await diagnose(home, ['--offline'])
  expect(code).toBe(0)
  expect(levelOf(findings, 'endpoint')).toEqual(['note'])
})

test('a transaction that no node knows, and the sandbox that knew it', async () => {
  const home = createHome()
  await runSwapline(home, ['sandbox', 'up'])
  onTestFinished(async () => {
    await runSwapline(home, ['sandbox', 'down'])
  })
  const swapped = await runSwapline(home, [
    'swap',
    '1',
    'ETH',
    'USDC',
    '-n',
    'sandbox',
    '-a',
    'dev1',
    '-y',
    '--no-wait',
  ])
  expect(swapped.code).toBe(0)
  const { findings } = await diagnose(home, ['-n', 'sandbox'])
  expect(levelOf(findings, 'endpoint')).toEqual(['ok'])
  expect(levelOf(findings, 'router')).toEqual(['ok'])
  expect(levelOf(findings, 'sandbox')).toEqual(['ok'])
  const nonce = findings.find(({ check }) => check === 'nonce')
  expect(nonce?.message).toMatch(/the nonce is used|every signed transaction is settled/)
  await runSwapline(home, ['sandbox', 'down'])
  const later = await diagnose(home, ['-n', 'sandbox'])
  expect(later.code).toBe(16)
  expect(levelOf(later.findings, 'endpoint')).toEqual(['problem'])
}, 120_000)
