/** Each committed standard JSON input alone compiles, with the same solc, to the pinned bytecode. */
import { readdirSync, readFileSync } from 'node:fs'
import { keccak256 } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { ContractSource } from '#domain/trade/deployed-code'
import { adapters } from '#encoding/contracts/adapters'
import { cctpBridgeInitCode } from '#encoding/contracts/cctp-bridge-code.gen'
import { getCctpBridge, getCrossing, getStargateBridge } from '#encoding/contracts/crossing'
import { crossingInitCode } from '#encoding/contracts/crossing-code.gen'
import type { PinnedContract } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'
import { listDeployables } from '#encoding/contracts/router-deploy'
import {
  compiler,
  getAdapterSource,
  getCctpBridgeSource,
  getCrossingSource,
  getRouterSource,
  getStargateBridgeSource,
} from '#encoding/contracts/sources'
import { stargateBridgeInitCode } from '#encoding/contracts/stargate-bridge-code.gen'
import { compileInput } from './compile.ts'

const folder = 'contracts/standard-json'
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')

type Case = readonly [name: string, source: ContractSource, pinned: PinnedContract]

const builds = ['cancun', 'storage'] as const
const cases: readonly Case[] = [
  ...builds.map(
    (router) => [`the ${router} router`, getRouterSource({ router }), getRouter({ router })] as const satisfies Case,
  ),
  ...adapters.map((adapter) => [adapter.name, getAdapterSource(adapter.name), adapter] as const satisfies Case),
  ['the crossing contract', getCrossingSource(), getCrossing({})],
  ['the CCTP bridge', getCctpBridgeSource(), getCctpBridge({})],
  ['the Stargate bridge', getStargateBridgeSource(), getStargateBridge({})],
]
const initCodes = new Map([
  ...builds.flatMap((router) =>
    listDeployables({ router }).map(({ address, data }) => [address, `0x${data.slice(66)}`] as const),
  ),
  [getCrossing({}).address, crossingInitCode] as const,
  [getCctpBridge({}).address, cctpBridgeInitCode] as const,
  [getStargateBridge({}).address, stargateBridgeInitCode] as const,
])

test('there is one input for each contract, and no other file', () => {
  expect(readdirSync(folder).sort()).toEqual(cases.map(([, { file }]) => file).sort())
})

describe.each(cases)('%s', (_, source, pinned) => {
  const text = read(source.file)

  test('compiles from its input to the pinned code', () => {
    const { initCode, runtimeCode } = compileInput(text, source.contract)
    expect(initCode).toBe(initCodes.get(pinned.address))
    expect(keccak256(runtimeCode)).toBe(pinned.codeHash)
  }, 120_000)

  test('has the settings that explorers are given, and the repository’s sources', () => {
    const { language, sources, settings } = JSON.parse(text) as {
      language: string
      sources: Record<string, { content: string }>
      settings: object
    }
    const { optimizerRuns: runs, viaIR, bytecodeHash, appendCBOR } = compiler
    expect(language).toBe('Solidity')
    expect(settings).toMatchObject({
      evmVersion: source.evmVersion,
      viaIR,
      optimizer: { enabled: true, runs },
      metadata: { bytecodeHash, appendCBOR },
    })
    for (const [path, { content }] of Object.entries(sources)) {
      const isStored = path === 'contracts/src/lib/Words.sol' && source.file === 'SwapRouter.storage.json'
      expect(content).toBe(readFileSync(isStored ? 'contracts/src/storage/Words.sol' : path, 'utf8'))
      expect(content).toMatch(/^\/\/ SPDX-License-Identifier: MIT\n/)
    }
  })
})

test('the compiler is named as explorers list it', () => {
  expect(compiler).toEqual({
    version: '0.8.30+commit.73712a01',
    optimizerRuns: 1_000_000,
    viaIR: true,
    bytecodeHash: 'none',
    appendCBOR: false,
    license: 'MIT',
  })
})
