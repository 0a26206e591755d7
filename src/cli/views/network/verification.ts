import type { ContractVerification } from '#domain/trade/deployed-code'
import { checksum } from '#text/checksum'

/** @param written paths of the standard JSON inputs that were written, in the contracts' order; none without `--out` */
export function verificationView({ compiler, contracts }: ContractVerification, written: readonly string[]) {
  const { version, optimizerRuns, viaIR, bytecodeHash, appendCBOR, license } = compiler
  return {
    verified: contracts.every(({ state }) => state === 'deployed'),
    compiler: {
      version: `v${version}`,
      optimizer: { enabled: optimizerRuns > 0, runs: optimizerRuns },
      viaIR,
      metadata: { bytecodeHash, appendCBOR },
    },
    license,
    constructorArguments: '0x',
    contracts: contracts.map(({ name, address, state, codeHash, foundHash, source }, i) => ({
      name,
      address: checksum(address),
      code: state,
      codeHash,
      foundHash: foundHash ?? null,
      contract: source.contract,
      evmVersion: source.evmVersion,
      standardJson: written[i] ?? source.file,
    })),
  }
}
