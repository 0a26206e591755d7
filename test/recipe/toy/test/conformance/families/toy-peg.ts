import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Interface, type Result } from 'ethers'
import fc from 'fast-check'
import { protocol, type ToyPegState } from '#protocols/toy-peg/index'
import { defineFamily } from '../family.ts'
import { turnOf } from '../fixture.ts'
import { anySale, anySize } from '../sizes.ts'

export const family = defineFamily({
  protocol,
  source: 'Peg of contracts/sandbox',
  scenarios: fc.record({
    reserves: fc.tuple(anySize(128), anySize(128)),
    feePpm: fc.integer({ min: 0, max: 999_999 }),
  }),
  plans: anySale(129).map((trade) => () => trade),
  async open(chain) {
    const { abi, bytecode } = compile()
    const { contractAddress } = await chain.send(null, bytecode)
    return {
      start: (scenario: ToyPegState) => Promise.resolve(scenario),
      async play({ reserves, feePpm }, trades) {
        const data = abi.encodeFunctionData('play', [reserves, feePpm, trades.map(turnOf)])
        const [seen] = abi.decodeFunctionResult('play', await chain.call(contractAddress, data))
        return seen.map(({ out, reserves: [r0, r1] }: Result) => ({ out, state: { reserves: [r0, r1] } }))
      },
    }
  },
})

function compile(): { abi: Interface; bytecode: string } {
  const path = 'test/conformance/toy-peg/driver.sol'
  const paths = [path, 'contracts/sandbox/PegFactory.sol', 'contracts/sandbox/SandboxToken.sol']
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(paths.map((one) => [one, { content: readFileSync(one, 'utf8') }])),
    settings: { evmVersion: 'paris', outputSelection: { '*': { Driver: ['abi', 'evm.bytecode.object'] } } },
  }
  const { contracts, errors } = JSON.parse(createRequire(import.meta.url)('solc').compile(JSON.stringify(input)))
  const driver = contracts?.[path]?.Driver
  if (driver === undefined) throw new Error(JSON.stringify(errors))
  return { abi: new Interface(driver.abi), bytecode: `0x${driver.evm.bytecode.object}` }
}
