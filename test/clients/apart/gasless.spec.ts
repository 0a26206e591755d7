/** Gasless swaps by wallets of others: ethers 5 next to ethers 6 and viem, and a Safe with its own contracts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AbiCoder, ContractFactory, concat, Interface, TypedDataEncoder, Wallet } from 'ethers'
import { Wallet as Ethers5Wallet } from 'ethers-5'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usdc, weth } from '../../http/fixture.ts'
import { type GaslessClient, signQuote } from '../../http/gasless-client.ts'
import { type GaslessService, startGaslessService } from '../gasless.ts'

let service: GaslessService
let client: GaslessClient
beforeAll(async () => {
  service = await startGaslessService()
  client = service.client
}, 120_000)
afterAll(() => service.close())

interface TypedData {
  readonly domain: object
  readonly types: Readonly<Record<string, readonly object[]>>
  readonly message: object
}

test('ethers 5, ethers 6 and viem sign the same order and permit, and the wallet has no native currency', async () => {
  const user = await client.createUser(usdc, 400_000_000n)
  const { body: quote } = await client.quote(user.address, usdc, 400_000_000n)
  const [old, viem] = [new Ethers5Wallet(user.privateKey), privateKeyToAccount(user.privateKey as `0x${string}`)]
  const signed = await signQuote(user, quote)
  const byEthers5 = ({ domain, types, message }: TypedData) => old._signTypedData(domain, types, message)
  const order: TypedData = quote.typedData
  const permit: TypedData = quote.permit.typedData
  expect(await byEthers5(order)).toBe(signed.swapSignature)
  expect(await byEthers5(permit)).toBe(signed.permitSignature)
  expect(await viem.signTypedData({ primaryType: 'Swap', ...order } as never)).toBe(signed.swapSignature)
  expect(await viem.signTypedData(permit as never)).toBe(signed.permitSignature)

  const form = { quoteId: quote.id, swapSignature: await byEthers5(order), permitSignature: await byEthers5(permit) }
  const { body } = await client.submit({ ...form, permitDeadline: Number(quote.permit.deadline) })
  expect(await client.settled(body.id)).toMatchObject({ status: 'success', amountOut: quote.amountOut })
  expect(await client.call(weth, 'balanceOf', user.address)).toBe(BigInt(quote.amountOut))
  expect(await client.provider.getBalance(user.address)).toBe(0n)
})

const setup = new Interface([
  'function setup(address[],uint256,address,bytes,address,address,uint256,address)',
  'function approve(address,uint256)',
])

const artifacts = join(import.meta.dirname, 'node_modules/@safe-global/safe-contracts/build/artifacts/contracts')

/** The contract as its authors compiled it. */
async function deploySafePart(path: string) {
  const { abi, bytecode } = JSON.parse(readFileSync(join(artifacts, path), 'utf8'))
  const made = await new ContractFactory(abi, bytecode, client.rich).deploy()
  return made.waitForDeployment()
}

/** A Safe of these owners, all of whom have to sign. */
async function createSafe(owners: readonly Wallet[]): Promise<string> {
  const singleton = await deploySafePart('Safe.sol/Safe.json')
  const handler = await deploySafePart('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json')
  const factory = await deploySafePart('proxies/SafeProxyFactory.sol/SafeProxyFactory.json')
  const none = `0x${'0'.repeat(40)}`
  const addresses = owners.map(({ address }) => address)
  const from = [addresses, owners.length, none, '0x', await handler.getAddress(), none, 0, none]
  const args = [await singleton.getAddress(), setup.encodeFunctionData('setup', from), 1n] as const
  const create = factory.getFunction('createProxyWithNonce')
  const safe: string = await create.staticCall(...args)
  await (await create(...args)).wait()
  return safe
}

/** As a Safe's owners sign what it answers for by EIP-1271: one signature after another, by the owners' addresses. */
async function signAsSafe(safe: string, owners: readonly Wallet[], digest: string): Promise<string> {
  const domain = { chainId: 31_337, verifyingContract: safe }
  const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] }
  const message = { message: AbiCoder.defaultAbiCoder().encode(['bytes32'], [digest]) }
  const sorted = [...owners].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  return concat(await Promise.all(sorted.map((owner) => owner.signTypedData(domain, types, message))))
}

test.each([1, 2])('a Safe of %i owners swaps without gas, and not by the signature of another', async (count) => {
  const create = () => new Wallet(Wallet.createRandom().privateKey)
  const owners = Array.from({ length: count }, create)
  const safe = await createSafe(owners)
  await client.send(usdc, 'transfer', [safe, 300_000_000n])
  const { body: quote } = await client.quote(safe, usdc, 300_000_000n)
  await client.provider.send('anvil_impersonateAccount', [safe])
  await client.setBalance(safe, 10n ** 18n)
  const data = setup.encodeFunctionData('approve', [quote.targetAddress, 300_000_000n])
  await client.provider.send('eth_sendTransaction', [{ from: safe, to: usdc, data }])
  await client.setBalance(safe, 0n)

  const { domain, types, message } = quote.typedData
  const digest = TypedDataEncoder.hash(domain, types, message)
  const submit = async (signers: readonly Wallet[]) =>
    client.submit({
      ...{ quoteId: quote.id, swapSignature: await signAsSafe(safe, signers, digest) },
      ...{ permitSignature: '0x', permitDeadline: 0 },
    })
  expect((await submit(owners.map(create))).body).toMatchObject({ code: 3020 })
  const { body } = await submit(owners)
  expect(await client.settled(body.id)).toMatchObject({ status: 'success', amountOut: quote.amountOut })
  expect(await client.call(weth, 'balanceOf', safe)).toBe(BigInt(quote.amountOut))
})
