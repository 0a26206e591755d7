/** What a check of one recorded output, and of one file of them, comes to. */

export interface Answer {
  /** Which trade, for people. */
  readonly trade: string
  /** What was recorded; `null` where the contract refused. */
  readonly recorded: bigint | null
  /**
   * What our math gives. A range where the recorded state leaves one: it is equal where the recorded output lies in it,
   * which is said.
   */
  readonly ours: bigint | null | readonly [least: bigint, most: bigint]
}

export type Finding =
  | { readonly file: string; readonly verdict: 'not supported' | 'unreadable'; readonly reason: string }
  | {
      readonly file: string
      readonly verdict: 'equal' | 'different'
      readonly protocol: string
      readonly trades: number
      /** Of the trades, those that are equal only as far as the digits of the recorded state tell. */
      readonly withinDigits: number
      readonly differences: readonly string[]
    }

/** A file that was understood: answers to compare, or the reason why there are none. */
export type Understood =
  | { readonly protocol: string; readonly answers: readonly Answer[] }
  | { readonly unsupported: string }

/** One way of writing vectors: `undefined` where the file is written in another. */
export type Format = (content: unknown, path: string) => Understood | undefined

export function findingOf(file: string, understood: Understood): Finding {
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
  const said = isRange(ours) ? `${ours[0]} … ${ours[1]}` : words(ours)
  return `${trade}: recorded ${words(recorded)}, ours ${said}`
}

const words = (output: bigint | null): string => (output === null ? 'a refusal' : String(output))
