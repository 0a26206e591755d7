/** The built program completes burns and is killed meanwhile, at any time: each is paid once, by one transaction. */
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evm, gas, type Hex, noBytes } from '#domain/units'
import { getCctpBridge, getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { bin, cleanEnv } from '#test/cli/run-built'
import { cctpOf, createCctpUser } from './cctp-on-sandbox.ts'
import { appendOutcome } from './record.ts'
import { balanceOf, rpc, type SandboxSide, send } from './sandbox-side.ts'
import { tokens } from './side.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 1)
const wanted = Number(process.env['SWAPLINE_COMPLETER_KILLS'])
const dev0 = evm('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
const completer = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const recipient = '0x00000000000000000000000000000000c0dec0de'
let source: SandboxSide
let destination: SandboxSide

const { home, variables, startPair, end, serviceOf } = createCctpUser()

beforeAll(async () => {
  ;[source, destination] = await startPair(dev0)
  serviceOf().filled = { finality: 2000 }
  const approval = tokens.encodeFunctionData('approve', [getCrossing({}).address, 2n ** 255n])
  await send(source, dev0, { to: cctpOf(source).usdc, data: approval })
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

/** Runs the completer and kills it after `ms`, unless it ended. */
function completeAndKill(hash: Hex, ms: number): Promise<{ readonly killed: boolean; readonly took: number }> {
  const args = [bin, 'status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y', '-o', 'json']
  const began = performance.now()
  const child = spawn(process.execPath, args, { env: cleanEnv(home, variables()), stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  return new Promise((resolve) => {
    child.once('exit', (_, signal) => {
      clearTimeout(timer)
      resolve({ killed: signal === 'SIGKILL', took: performance.now() - began })
    })
  })
}

const nothing = { gas: gas(0n), route: noBytes }

/** As the program's own swap calls the contract, without its second of looking: 10 USDC for the recipient, without a fee. */
async function burn(nonce: number): Promise<Hex> {
  const [from, to] = [cctpOf(source).usdc, cctpOf(destination).usdc]
  const order = {
    sender: dev0,
    recipient,
    refundTo: dev0,
    fromAsset: from,
    amountIn: '10000000',
    swapFee: '0',
    router: getRouter({ router: 'cancun' }).address,
    bridge: getCctpBridge({}).address,
    bridgeAsset: from,
    bridgeAmountMin: '10000000',
    bridgeRate: String(10n ** 18n),
    bridgeFee: '0',
    toNetwork: String(destination.chainId),
    receiver: recipient,
    toRouter: getRouter({ router: 'cancun' }).address,
    toBridgeAsset: to,
    toAsset: to,
    amountOutMin: '10000000',
    arrivalHash: computeArrivalHash(nothing),
    deadline: String(2 ** 40 - 1),
    toDeadline: String(2 ** 32 - 1),
    nonce: String(nonce),
  }
  const call = {
    entry: 'cross',
    order,
    signature: undefined,
    permit: undefined,
    route: noBytes,
    there: nothing,
  } as const
  return (await send(source, dev0, { to: getCrossing({}).address, data: encodeCrossCall(call) })).transactionHash
}

const nonceOf = async (side: SandboxSide, account: string) =>
  Number(await rpc<string>(side, 'eth_getTransactionCount', account, 'latest'))

test('no burn is paid twice, and none is left', async () => {
  // a small generator of our own: the same seed kills at the same parts of a run
  let state = seed >>> 0 || 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const outcome = { kills: 0, crossings: 0, runs: 0, doubles: 0, lost: 0, transactions: 0 }
  const { usdc } = cctpOf(destination)
  let longest = 4_000
  while (outcome.kills < wanted) {
    const hash = await burn(outcome.crossings)
    const [held, nonce] = [await balanceOf(destination, usdc, recipient), await nonceOf(destination, completer)]
    for (let ended = false; !ended; ) {
      const { killed, took } = await completeAndKill(hash, random() * longest)
      outcome.runs += 1
      if (killed) {
        outcome.kills += 1
        longest *= 1.02 // a machine that grew busy since the last end would let no run end
      } else {
        ended = true
        longest = 0.75 * longest + 0.25 * took * 1.05
      }
    }
    outcome.crossings += 1
    const gained = (await balanceOf(destination, usdc, recipient)) - held
    const used = (await nonceOf(destination, completer)) - nonce
    outcome.transactions += used
    if (gained > 10_000_000n || used > 1) outcome.doubles += 1
    if (gained < 10_000_000n) outcome.lost += 1
    process.stderr.write(`${JSON.stringify(outcome)}\n`)
  }
  appendOutcome('completer-result.json', { seed, ...outcome })
  expect([outcome.doubles, outcome.lost]).toEqual([0, 0])
  expect(outcome.transactions).toBe(outcome.crossings)
})
