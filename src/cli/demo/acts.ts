/** What the demo plays: real commands, as a user would type them. */
export interface Act {
  readonly title: string
  readonly commands: readonly (readonly string[])[]
  /** Its last command swaps, and what was received is compared with what was quoted. */
  readonly swaps?: true
}

const on = ['-n', 'sandbox'] as const

export const acts: readonly Act[] = [
  {
    title: 'A chain with the real Uniswap contracts, and an account of your own',
    commands: [
      ['sandbox', 'up'],
      ['wallet', 'new', 'trader'],
      ['sandbox', 'fund'],
    ],
  },
  {
    title: 'Native in: look at a quote, then use it',
    commands: [
      ['quote', '10', 'ETH', 'USDC', ...on],
      ['swap', 'last', '-y', ...on],
    ],
    swaps: true,
  },
  {
    title: 'ERC-20 to ERC-20: approve exactly, then swap',
    commands: [
      ['quote', '20000', 'USDC', 'WBTC', ...on],
      ['approve', 'last', '-y', ...on],
      ['swap', 'last', '-y', ...on],
    ],
    swaps: true,
  },
  {
    title: 'Native out, from a token that insists on a reset of its old allowance',
    commands: [
      ['approve', 'USDT', '5', '-y', ...on],
      ['swap', '1500', 'USDT', 'ETH', '-y', ...on],
    ],
    swaps: true,
  },
  {
    title: 'Three hops, divided over many pools: there is no DAI/WBTC pool',
    commands: [
      ['swap', '20000', 'DAI', 'WBTC', '-y', ...on],
      ['distributions', 'last'],
    ],
    swaps: true,
  },
  {
    title: 'What happened, and what is left',
    commands: [
      ['status', 'last'],
      ['balances', ...on],
    ],
  },
]
