import type { Screen } from '#cli/out/screen'
import { type BlockEntry, wrapEntry } from '#cli/screens/layout/block'
import { formatTable } from '#cli/screens/layout/table'
import { groupDigits } from '#cli/screens/layout/text'
import type { Network } from '#domain/network'
import type { CodeState, CompilerSettings, ContractVerification } from '#domain/trade/deployed-code'
import { checksum } from '#text/checksum'

interface VerificationInput extends ContractVerification {
  readonly network: Network
  /** Paths of the files that were written. */
  readonly written: readonly string[]
}

const stateWords: Readonly<Record<CodeState, string>> = {
  deployed: '✔ our code',
  missing: '✖ no code',
  foreign: '✖ other code',
}

/** The comparison, then the fields of an explorer's form. */
export function verificationLines(verified: VerificationInput, screen: Screen): readonly string[] {
  const { network, head, contracts, compiler, written } = verified
  const ours = contracts.filter(({ state }) => state === 'deployed').length
  const entry = (row: BlockEntry) => wrapEntry(row, { screen, nameWidth: 13 })
  const result = `${ours} of ${contracts.length} contracts are ours on ${network.title}, chain ${network.chainId}, block ${groupDigits(String(head.number))}`
  return [
    `  ${ours === contracts.length ? screen.paint.good(`✔ ${result}`) : screen.paint.bad(`✖ ${result}`)}`,
    '',
    ...formatTable(
      [{ title: 'CONTRACT' }, { title: 'ADDRESS' }, { title: 'CODE' }],
      contracts.map(({ name, address, state }) => [name, checksum(address), stateWords[state]]),
      screen,
    ),
    ...contracts
      .filter(({ state }) => state === 'foreign')
      .flatMap(({ name, codeHash, foundHash }) => entry([name, `keccak256 ${foundHash}, not ${codeHash}`])),
    '',
    '  To verify one with an explorer, upload its standard JSON input:',
    '',
    ...settingRows(compiler).flatMap(entry),
    '',
    ...formatTable(
      [{ title: 'CONTRACT' }, { title: 'PATH AND NAME' }, { title: 'EVM' }, { title: 'FILE' }],
      contracts.map(({ name, source }, i) => [name, source.contract, source.evmVersion, written[i] ?? source.file]),
      screen,
    ),
    ...(written.length > 0
      ? []
      : ['', `  ${screen.paint.next(`swapline router verify -n ${network.name} --out <folder>`)} writes the files`]),
  ]
}

function settingRows(compiler: CompilerSettings): readonly BlockEntry[] {
  const { version, optimizerRuns, viaIR, bytecodeHash, appendCBOR, license } = compiler
  return [
    ['Type', 'Solidity (Standard-Json-Input)'],
    ['Compiler', `v${version}`],
    ['Optimizer', optimizerRuns === 0 ? 'off' : `on, ${optimizerRuns} runs`],
    ['Via IR', viaIR ? 'yes' : 'no'],
    ['Metadata', `bytecodeHash ${bytecodeHash}, appendCBOR ${appendCBOR}`],
    ['Constructor', 'no arguments'],
    ['Licence', license],
  ]
}
