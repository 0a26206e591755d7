/** The columns of a batch's file: the same words in CSV and JSONL. */
export const requiredColumns = ['id', 'network', 'sell', 'amount', 'buy'] as const
export const optionalColumns = [
  'min_out',
  'slippage',
  'max_impact',
  'to',
  'account',
  'approve',
  'after',
  'not_before',
  'deadline',
  'note',
] as const

export type ColumnName = (typeof requiredColumns)[number] | (typeof optionalColumns)[number]

const names: readonly string[] = [...requiredColumns, ...optionalColumns]

export const isColumn = (name: string): name is ColumnName => names.includes(name)

/** The words of one row; an empty cell counts as absent. */
export interface RowWords {
  readonly line: number
  readonly words: Readonly<Partial<Record<ColumnName, string>>>
}
