/**
 * The path from this repository to a verified deployment for anyone: from a chain without our contracts, even without
 * the deployer, to code that a compiler from npm reproduces from the files given to an explorer.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptKeystoreJsonSync, getAddress, Transaction, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Verification } from '#cli/schemas/network/verification'
import type { Hex } from '#domain/units'
import { adapters } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'
import { type Anvil, startAnvil } from '../contracts/anvil.ts'
import { compileInput } from '../contracts/compile.ts'
import { expectRefusal, parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, type RunOptions, type RunResult, startCliFixture, type User } from './fixture.ts'

type Verified = ReturnType<typeof Verification.parse>

const password = 'correct horse'
const wallet = new Wallet(`0x${'c0ffee'.repeat(10)}abcd`)
const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
/** The transaction that deploys the deployer, signed with a key that no one knows. */
const deployerTransaction =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

let fixture: CliFixture
let chain: Anvil
let user: User
let base: RunOptions

beforeAll(async () => {
  fixture = await startCliFixture()
  // About base's own price: above the network's ceiling nothing is signed.
  chain = await startAnvil('--chain-id', '8453', '--block-base-fee-per-gas', '10000000', '--gas-price', '10000000')
  user = fixture.createHostedUser()
  base = { network: 'base', rpc: chain.url, env: { SWAPLINE_PASSWORD: password } }
  await chain.rpc('anvil_setCode', deployer, '0x')
  await chain.rpc('anvil_setBalance', wallet.address, `0x${(10n ** 18n).toString(16)}`)
  const json = encryptKeystoreJsonSync(wallet, password, { scrypt: { N: 2, r: 1, p: 1 } })
  parseData(await user.run(['wallet', 'import', 'main', '-o', 'json'], { ...base, input: json }))
})
afterAll(async () => {
  chain.close()
  await fixture.close()
})

const verify = ['router', 'verify']
const deploy = ['router', 'deploy', '-a', 'main', '-y']
/** The result of a comparison that found a problem, or none. */
function verificationOf(ran: RunResult, code: 0 | 16): Verified {
  expect(ran.code).toBe(code)
  return (parseDocument(ran) as { data: Verified }).data
}
const codeAt = (address: string) => chain.rpc<Hex>('eth_getCode', address, 'latest')

describe('from an empty chain to a verified deployment', () => {
  test('before, no contract is there', async () => {
    const { verified, contracts } = verificationOf(await user.run([...verify, '-o', 'json'], base), 16)
    expect(verified).toBe(false)
    expect(contracts.map(({ code, foundHash }) => [code, foundHash])).toEqual(contracts.map(() => ['missing', null]))
  })

  test('a chain without the deterministic deployer is refused, with instructions to deploy it', async () => {
    expect(readFileSync('docs/contracts.md', 'utf8')).toContain(`\n${deployerTransaction}\n`)
    const sender = Transaction.from(deployerTransaction).from ?? ''
    await expectRefusal(
      user,
      deploy,
      { code: 'TRANSACTION_BUILD_FAILED', says: [deployer, sender.toLowerCase()] },
      base,
    )
    await chain.rpc('anvil_setBalance', sender, `0x${(10n ** 16n).toString(16)}`)
    await chain.rpc('eth_sendRawTransaction', deployerTransaction)
    // Its price, fixed by its signature, is no longer in the blocks that tips are suggested from.
    await chain.rpc('anvil_mine', '0x20')
    expect(await codeAt(deployer)).toBe(
      '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
    )
  })

  test('the deployment is what the committed inputs compile to', async () => {
    const deployed = parseData<{ address: string; adapters: readonly { address: string }[] }>(
      await user.run([...deploy, '-o', 'json'], base),
    )
    const folder = join(user.home, 'inputs')
    const result = verificationOf(await user.run([...verify, '--out', folder, '-o', 'json'], base), 0)
    expect(result.verified).toBe(true)
    expect(result.contracts.map(({ address }) => address)).toEqual(
      [deployed, ...deployed.adapters].map(({ address }) => address),
    )
    expect(readdirSync(folder)).toHaveLength(result.contracts.length)
    for (const { name, address, contract, standardJson } of result.contracts) {
      const file = readFileSync(standardJson, 'utf8')
      const committed = join('contracts/standard-json', standardJson.slice(folder.length + 1))
      expect([name, file]).toEqual([name, readFileSync(committed, 'utf8')])
      const { runtimeCode } = compileInput(file, contract)
      expect([name, await codeAt(address)]).toEqual([name, runtimeCode])
    }
  }, 360_000)

  test('other code at one address is reported with its hash', async () => {
    const [, adapter] = [getRouter({ router: 'cancun' }), ...adapters]
    await chain.rpc('anvil_setCode', adapter?.address, '0x00')
    const { verified, contracts } = verificationOf(await user.run([...verify, '-o', 'json'], base), 16)
    expect(verified).toBe(false)
    expect(contracts.filter(({ code }) => code !== 'deployed')).toMatchObject([
      {
        name: adapters[0]?.name,
        code: 'foreign',
        foundHash: '0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a',
      },
    ])
    const { stdout, code } = await user.run(verify, base)
    expect(code).toBe(16)
    expect(stdout).toContain(`✖ ${adapters.length} of ${adapters.length + 1} contracts are ours on Base, chain 8453`)
    expect(stdout).toContain('✖ other code')
  })
})

describe('the data for an explorer', () => {
  test('is on the screen, with the files to upload', async () => {
    const { stdout, code } = await user.run(verify)
    expect(code).toBe(0)
    const text = stdout.replace(/\s+/g, ' ')
    const { address } = getRouter({ router: 'cancun' })
    expect(text).toContain(`router ${getAddress(address)} ✔ our code`)
    expect(text).toContain('Compiler v0.8.30+commit.73712a01 Optimizer on, 1000000 runs Via IR yes')
    expect(text).toContain('Metadata bytecodeHash none, appendCBOR false Constructor no arguments Licence MIT')
    expect(text).toContain('router contracts/src/SwapRouter.sol:SwapRouter cancun SwapRouter.cancun.json')
    expect(text).toContain('psm src/protocols/psm/Psm.sol:Psm paris Psm.json')
    expect(text).toContain('swapline router verify -n sandbox --out <folder>')
  })

  test('is the same in JSON', async () => {
    const { contracts, ...settings } = verificationOf(await user.run([...verify, '-o', 'json']), 0)
    expect(settings).toEqual({
      verified: true,
      compiler: {
        version: 'v0.8.30+commit.73712a01',
        optimizer: { enabled: true, runs: 1_000_000 },
        viaIR: true,
        metadata: { bytecodeHash: 'none', appendCBOR: false },
      },
      license: 'MIT',
      constructorArguments: '0x',
    })
    const { address, codeHash } = getRouter({ router: 'cancun' })
    expect(contracts[0]).toEqual({
      name: 'router',
      address: getAddress(address),
      code: 'deployed',
      codeHash,
      foundHash: codeHash,
      contract: 'contracts/src/SwapRouter.sol:SwapRouter',
      evmVersion: 'cancun',
      standardJson: 'SwapRouter.cancun.json',
    })
  })
})

test('an endpoint of another chain, or none, compares nothing', async () => {
  await expectRefusal(
    user,
    verify,
    { code: 'WRONG_CHAIN', says: ['serves chain 31337'] },
    { ...base, rpc: fixture.chain.url },
  )
  await expectRefusal(user, verify, { code: 'NETWORK_UNAVAILABLE' }, { ...base, rpc: 'http://127.0.0.1:1' })
})

test('a folder that cannot be written is refused', async () => {
  const file = join(user.home, 'file')
  writeFileSync(file, 'kept')
  await expectRefusal(user, [...verify, '--out', file], { code: 'USAGE', says: [file] })
  expect(readFileSync(file, 'utf8')).toBe('kept')
})
