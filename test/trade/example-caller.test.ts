/** What integrators get: the interface matches the router, and the example contract trades through it. */
import { readFileSync } from 'node:fs'
import { AbiCoder, getCreateAddress, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeShare } from '#domain/quotes/route'
import { type Address, evm, type Hex, hex, nativeToken, ppm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { routerAbi } from '#encoding/contracts/router.gen'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { compileInput, getTestContractCode } from '../contracts/compile.ts'
import { createQuoteRequest, type SandboxApp, startSandboxApp, trader0 } from './fixture.ts'

const files = ['contracts/interface/ISwaplineRouter.sol', 'contracts/example/SwapForCaller.sol']
const input = JSON.stringify({
  language: 'Solidity',
  sources: Object.fromEntries(files.map((path) => [path, { content: readFileSync(path, 'utf8') }])),
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
})
const shippedAbi = new Interface(readFileSync('contracts/interface/SwapRouter.abi.json', 'utf8'))
const routerInterface = compileInput(input, 'contracts/interface/ISwaplineRouter.sol:ISwaplineRouter')
const example = compileInput(input, 'contracts/example/SwapForCaller.sol:SwapForCaller')
const exampleAbi = new Interface(example.abi)
const tokenAbi = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function approve(address, uint256)',
])

const { USDC, USDT, DAI, FOT } = sandboxGround.tokens
const endOfTime = 2n ** 40n
const eth = 10n ** 18n
const router = getRouter({ router: 'cancun' }).address
/** A mode of EvilPool: takes half of what it is sent. */
const pullLess = 7

describe('the interface', () => {
  test('in JSON is the router’s own', () => {
    expect(shippedAbi.format()).toEqual([...routerAbi])
  })

  test('in Solidity has all that contracts may call, and every error', () => {
    // For the vault alone, for pools and for the wrapped token: refused to other callers.
    const called = routerAbi.filter((part) => !/^function unlockCallback|^fallback|^receive/.test(part))
    expect(new Set(new Interface(routerInterface.abi).format())).toEqual(new Set(called))
  })
})

describe('the example', () => {
  let app: SandboxApp
  let rpc: Rpc
  let contract: Address
  beforeAll(async () => {
    app = await startSandboxApp()
    rpc = createRpc(app.url)
    await rpc('anvil_impersonateAccount', trader0)
    contract = await create(
      hex(`${example.initCode}${AbiCoder.defaultAbiCoder().encode(['address'], [router]).slice(2)}`),
    )
  })
  afterAll(() => app.close())

  async function create(data: Hex): Promise<Address> {
    const nonce = Number(await rpc('eth_getTransactionCount', trader0, 'latest'))
    await sendFrom(rpc, { from: trader0, data })
    return evm(getCreateAddress({ from: trader0, nonce }).toLowerCase())
  }
  const call = async (to: Address, name: string, values: readonly unknown[]): Promise<bigint> =>
    BigInt(await rpc('eth_call', { to, data: tokenAbi.encodeFunctionData(name, values) }, 'latest'))
  const balance = async (token: Address, owner: Address) =>
    token === nativeToken
      ? BigInt(await rpc('eth_getBalance', owner, 'latest'))
      : await call(token, 'balanceOf', [owner])
  const approve = (token: Address, raw: bigint) =>
    sendFrom(rpc, { from: trader0, to: token, data: hex(tokenAbi.encodeFunctionData('approve', [contract, raw])) })
  /** The cost of the caller's last transaction, wei. */
  async function lastFee(): Promise<bigint> {
    const block = await rpc<{ transactions: readonly string[] }>('eth_getBlockByNumber', 'latest', false)
    const receipt = await rpc<Record<'gasUsed' | 'effectiveGasPrice', string>>(
      'eth_getTransactionReceipt',
      block.transactions[0],
    )
    return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  }
  /** The example holds no balance of a token and no allowance for the router. */
  async function expectEmpty(token: Address): Promise<void> {
    expect(await balance(token, contract)).toBe(0n)
    expect(await call(token, 'allowance', [contract, router])).toBe(0n)
  }
  const exampleCall = (values: readonly unknown[]): Hex => hex(exampleAbi.encodeFunctionData('swap', values))

  /**
   * A quote for the example, and the route of its payload, decoded as an integrator would with the shipped interface.
   */
  async function quoted(sell: Address, buy: Address, raw: bigint) {
    const service = await app.components.service()
    const quote = await service.quote(
      createQuoteRequest(sell, buy, raw, { from: contract, to: trader0, slippage: ppm(1_000) }),
    )
    const { data } = await service.buildPayload({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 600 })
    const parsed = shippedAbi.parseTransaction({ data })
    return { quote, route: parsed?.args['route'] as string, minOut: parsed?.args['minOut'] as bigint }
  }

  test.each([
    ['a token for a token', DAI.address, USDC.address, 20_000n * eth],
    ['a token that wants its allowance reset', USDT.address, DAI.address, 3_000_000_000n],
    ['a token for native currency', DAI.address, nativeToken, 5_000n * eth],
  ])('sells %s for its caller, to the unit as quoted, and keeps nothing', async (_, sell, buy, raw) => {
    const { quote, route, minOut } = await quoted(sell, buy, raw)
    await approve(sell, raw)
    const [soldBefore, boughtBefore] = [await balance(sell, trader0), await balance(buy, trader0)]
    const data = exampleCall([sell, buy, raw, minOut, endOfTime, route])
    await sendFrom(rpc, { from: trader0, to: contract, data })
    expect(soldBefore - (await balance(sell, trader0))).toBe(raw)
    const feePaid = buy === nativeToken ? await lastFee() : 0n
    expect((await balance(buy, trader0)) - boughtBefore + feePaid).toBe(quote.route.amountOut)
    await expectEmpty(sell)
    expect(await balance(buy, contract)).toBe(0n)
  })

  test('an unreached minimum reverts everything', async () => {
    const { quote, route } = await quoted(DAI.address, USDC.address, 1_000n * eth)
    await approve(DAI.address, 1_000n * eth)
    const data = exampleCall([DAI.address, USDC.address, 1_000n * eth, quote.route.amountOut + 1n, endOfTime, route])
    await expect(rpc('eth_call', { from: trader0, to: contract, data }, 'latest')).rejects.toMatchObject({
      data: expect.stringMatching(shippedAbi.getError('TooLittle')?.selector ?? '-'),
    })
  })

  test('a token with a fee on transfer is refused', async () => {
    await approve(FOT.address, 1_000n * eth)
    const data = exampleCall([FOT.address, DAI.address, 1_000n * eth, 1n, endOfTime, '0x'])
    await expect(rpc('eth_call', { from: trader0, to: contract, data }, 'latest')).rejects.toMatchObject({
      data: expect.stringMatching(exampleAbi.getError('UnexpectedAmount')?.selector ?? '-'),
    })
  })

  test('what a pool does not take goes back to the caller', async () => {
    const pool = await create(hex(getTestContractCode('EvilPool')))
    const setup = new Interface(['function set(uint8, address, bytes) payable', 'function transfer(address, uint256)'])
    const send = (to: Address, name: string, values: readonly unknown[]) =>
      sendFrom(rpc, { from: trader0, to, data: hex(setup.encodeFunctionData(name, values)) })
    await send(pool, 'set', [pullLess, USDC.address, '0x'])
    await send(USDC.address, 'transfer', [pool, 500n])
    await approve(DAI.address, 1_000n * eth)
    const leg = { move: 'callback', pool, zeroForOne: true, source: 'payer', tokenIn: undefined } as const
    const route = encodeRoute({
      wrapped: undefined,
      throughRouter: false,
      legs: [{ ...leg, share32: wholeShare, destination: 'recipient' }],
    })
    const before = await balance(DAI.address, trader0)
    const data = exampleCall([DAI.address, USDC.address, 1_000n * eth, 500n, endOfTime, route])
    await sendFrom(rpc, { from: trader0, to: contract, data })
    expect(before - (await balance(DAI.address, trader0))).toBe(500n * eth)
    await expectEmpty(DAI.address)
  })
})
