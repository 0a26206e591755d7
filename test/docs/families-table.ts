/** What docs/families.md and the README say of families, from the adapters and their vectors; `npm run gen` writes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Pool, Protocol, Trade } from '#domain/pools/protocol'
import { amount, evm } from '#domain/units'
import { all as entries } from '#networks/all.gen'
import { catalogue } from '#networks/catalogue'
import { all } from '#protocols/all.gen'
import { moveOverheadGas } from '#routing/index/gas'
import { walkSource } from '../conformance/ticks/walk-source.ts'
import { type Case, casesOf, parse, readVectors, type Vectors } from '../conformance/vectors.ts'

const head = `# Families of pools

How the amounts of each family are verified. *Proven* means that they equal the project's own contracts, executed here or
recorded: *compared with* names them, or what stands for them. A family that is not proven is off unless you say
\`--unproven\`.

*Random trades*: \`npm run test:differential\` plays 10,000 of each family, and \`npm test\` 500, from one unit to more
than the pool can take, each on the state that the last one left; every output has to be equal. They are executed on the contract if a package has its code, else
on a port of ours, which finds slips but no misreadings. Where it says *none*, only a walk over the ticks of our own is
compared with the tick engine, which equals the contracts of other families.

*Recorded* counts the outputs stored next to the adapter and compared in every run, first those of the project's own code,
then those of a port or walk of ours; \`npm run vectors\` compares them too ([vectors.md](vectors.md)). What was recorded on a
local chain is stored in part. *Gas* is what routing counts for a hop with the pools of the recorded trades: the median and
the maximum. If some amounts cannot be computed, the family's README next to its code says so.

| family | proven | compared with | random trades | recorded | gas of a hop |
|---|---|---|---|---:|---:|
`

const protocols: readonly Protocol<unknown>[] = all

/** What the README names: the networks, the families used by default, and those that `--unproven` adds. */
export const listNetworksAndFamilies = (): string =>
  [
    ...wrap(`- **Networks**: ${tradedNetworks().join(', ')}. \`swapline networks\` lists 35 by name.`),
    ...wrap(`- **Pools**: ${titlesOf(true)}, and plain forks of these.`),
    ...wrap(`- **With \`--unproven\`**: ${titlesOf(false)}.`),
    '',
  ].join('\n')

/** In the order of the catalogue, and the sandbox. */
function tradedNetworks(): readonly string[] {
  const stated: readonly string[] = entries.filter(({ venues }) => venues.length > 0).map(({ name }) => name)
  return [...catalogue.map(({ name }) => String(name)), 'sandbox'].filter((name) => stated.includes(name))
}

/** What families are called: the headings of their READMEs, in alphabetical order. */
const titlesOf = (isProven: boolean): string =>
  protocols
    .filter(({ proof }) => proof.proven === isProven)
    .map(({ kind }) => /^# (.+)\n/.exec(readFileSync(`src/protocols/${kind}/README.md`, 'utf8'))?.[1] ?? kind)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(', ')

/** Lines of at most 120 columns, indented as an item of a list. */
function wrap(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${word}`.length <= 120) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(line === undefined ? word : `  ${word}`)
  }
  return lines
}

/** The whole page, in Markdown. */
export const describeFamilies = (): string => `${head}${protocols.map(rowOf).join('\n')}\n`

function rowOf(protocol: Protocol<unknown>): string {
  const { kind, proof } = protocol
  // A new family is listed before its vectors are recorded.
  const vectors = existsSync(`src/protocols/${kind}/vectors.json`) ? readVectors(kind) : undefined
  const cases = vectors === undefined ? [] : casesOf(vectors)
  const spent = cases.flatMap((one) => gasOf(protocol, one)).toSorted((a, b) => a - b)
  const [median, max] = [spent[spent.length >> 1] ?? 0, spent.at(-1) ?? 0].map(thousands)
  const cells = [`[${kind}](../src/protocols/${kind}/README.md)`, proof.proven ? 'yes' : 'no', proof.by]
  return `| ${[...cells, describePlayed(kind, vectors), countRecorded(kind, vectors), `${median}, ${max}`].join(' | ')} |`
}

/** What the code behind a recording is. */
function classifySource(source: string): 'contract' | 'port' | 'walk' {
  if (source === walkSource) return 'walk'
  return /\bports? of our own$/.test(source) ? 'port' : 'contract'
}

const playedOn = { contract: '10,000 on the contract', port: '10,000 on a port of ours', walk: 'none' } as const

function describePlayed(kind: string, vectors: Vectors | undefined): string {
  const isPlayed = vectors !== undefined && existsSync(`src/protocols/${kind}/test/family.ts`)
  return isPlayed ? playedOn[classifySource(vectors.source)] : 'none'
}

/** Of the project's own code, and of ours. */
function countRecorded(kind: string, vectors: Vectors | undefined): string {
  if (vectors === undefined) return '0'
  const { cases, source, others = [] } = vectors
  const own = countTrades(cases)
  const real = countTrades(others.flatMap((one) => one.cases)) + countTrades(readRecorded(kind))
  return classifySource(source) === 'contract' ? thousands(own + real) : `${thousands(real)} + ${thousands(own)}`
}

const countTrades = (cases: readonly Case[]): number => cases.reduce((sum, { trades }) => sum + trades.length, 0)

/** Recordings by others, in our own format. */
function readRecorded(kind: string): readonly Case[] {
  const folder = `src/protocols/${kind}/test/recorded`
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap(
    (name) => parse<{ readonly cases?: readonly Case[] }>(readFileSync(`${folder}/${name}`, 'utf8')).cases ?? [],
  )
}

/** Gas of each recorded pool's first successful trade, including the router's overhead. */
function gasOf(protocol: Protocol<unknown>, { state, trades }: Case): readonly number[] {
  const [first] = trades.filter(([, , , out]) => out !== null)
  if (first === undefined) return []
  const trade: Trade = { from: first[0], to: first[1], amountIn: amount(first[2]) }
  return [Number(protocol.gas(state, trade) + moveOverheadGas[protocol.move(anyPool(protocol.kind), trade).move])]
}

/** A pool of the family that does not exist: only the kind of its move is used. */
function anyPool(protocol: string): Pool {
  const address = evm(`0x${'11'.repeat(20)}`)
  const venue = { protocol, name: protocol, title: protocol, factory: address, feesPpm: [3_000] }
  const facts = { poolId: `0x${'00'.repeat(32)}`, keyFee: 0, tickSpacing: 1, spacing: 1, id: `0x${'00'.repeat(32)}` }
  return { venue, address, tokens: [address, address], feePpm: 3_000, facts }
}

const thousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
