/** Result of checking one recorded output, and of one file of them. */

export interface Answer {
  /** Description of the trade, for people. */
  readonly trade: string
  /** The recorded output; `null` if the contract refused. */
  readonly recorded: bigint | null
  /**
   * Our output. A range if the recorded state leaves one: it is equal if the recorded output is inside it, and the
   * report says so.
   */
  readonly ours: bigint | null | readonly [min: bigint, max: bigint]
}

export type Finding =
  | { readonly file: string; readonly verdict: 'not supported' | 'unreadable'; readonly reason: string }
  | {
      readonly file: string
      readonly verdict: 'equal' | 'different'
      readonly protocol: string
      readonly trades: number
      /** Number of trades that are equal only within the digits of the recorded state. */
      readonly withinDigits: number
      readonly differences: readonly string[]
    }

/** A parsed file: answers to compare, or the reason why there are none. */
export type ParsedVectors =
  | { readonly protocol: string; readonly answers: readonly Answer[] }
  | { readonly unsupported: string }

/** A format of vectors: `undefined` if the file has another one. */
export type Format = (content: unknown, path: string) => ParsedVectors | undefined

export function createFinding(file: string, understood: ParsedVectors): Finding {
  if ('unsupported' in understood) return { file, verdict: 'not supported', reason: understood.unsupported }
  const { protocol, answers } = understood
  const differences = answers.filter((answer) => !isEqual(answer)).map(difference)
  const withinDigits = answers.filter((answer) => isRange(answer.ours) && isEqual(answer)).length
  const verdict = differences.length === 0 ? 'equal' : 'different'
  return { file, verdict, protocol, trades: answers.length, withinDigits, differences }
}

const isRange = (ours: Answer['ours']): ours is readonly [bigint, bigint] => typeof ours === 'object' && ours !== null

function isEqual({ recorded, ours }: Answer): boolean {
  if (!isRange(ours)) return recorded === ours
  return recorded !== null && ours[0] <= recorded && recorded <= ours[1]
}

function difference({ trade, recorded, ours }: Answer): string {
  const said = isRange(ours) ? `${ours[0]} … ${ours[1]}` : describeOutput(ours)
  return `${trade}: recorded ${describeOutput(recorded)}, ours ${said}`
}

const describeOutput = (output: bigint | null): string => (output === null ? 'a refusal' : String(output))
