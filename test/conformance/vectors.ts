/** Recorded trades in the adapters' folders: JSON in which a number of any size is a string `"123n"`. */
import { readFileSync } from 'node:fs'

/** One pool and its trades, one after another; a trade the contract refused has no output and no effect. */
export interface Case {
  readonly state: unknown
  readonly trades: readonly (readonly [from: number, to: number, amountIn: bigint, amountOut: bigint | null])[]
}

export interface Recording {
  /** The contract and its version. */
  readonly source: string
  /** Of the random choice of states and trades. */
  readonly seed: number
  readonly cases: readonly Case[]
}

export interface Vectors extends Recording {
  /** Recorded elsewhere, from other contracts: of the projects' own code, in a family that is played on a port. */
  readonly others?: readonly Recording[]
}

export const readVectors = (kind: string): Vectors => parse(readFileSync(`src/protocols/${kind}/vectors.json`, 'utf8'))

/** Of a family: of all its recordings. */
export const readCases = (kind: string): readonly Case[] => casesOf(readVectors(kind))

/** Of all recordings, in the order of the file. */
export const casesOf = ({ cases, others = [] }: Vectors): readonly Case[] => [
  ...cases,
  ...others.flatMap((one) => one.cases),
]

/** Reads JSON with numbers of any size. */
export function parse<T>(text: string): T {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}

/** Writes what {@link parse} reads, one line per case. */
export function print({ others = [], ...own }: Vectors): string {
  const more = others.length === 0 ? '' : `,"others":[\n${others.map(printRecording).join(',\n')}\n]`
  return `${printRecording(own).slice(0, -1)}${more}}\n`
}

function printRecording({ source, seed, cases }: Recording): string {
  const lines = cases.map((one) => JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))
  return `${JSON.stringify({ source, seed }).slice(0, -1)},"cases":[\n${lines.join(',\n')}\n]}`
}

/** A pool recorded from a real chain. */
export interface RecordedPool {
  readonly protocol: string
  readonly pair: string
  readonly state: unknown
}

export function readMainnet(): readonly RecordedPool[] {
  return parse<{ pools: readonly RecordedPool[] }>(readFileSync('test/conformance/mainnet-pools.data.json', 'utf8'))
    .pools
}
