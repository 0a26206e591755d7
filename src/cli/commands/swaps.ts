import { list } from './history/list.ts'

export const command = {
  ...list,
  name: 'swaps',
  about: 'The same as history.',
  examples: ['swaps', 'swaps --since 7d -o csv'],
}
