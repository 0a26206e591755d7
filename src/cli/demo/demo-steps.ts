/** The demo's steps: real commands, as a user would type them. */
export interface DemoStep {
  readonly title: string
  readonly commands: readonly (readonly string[])[]
  /** Its last command swaps; the received amount is compared with the quoted one. */
  readonly swaps?: true
}

const onSandbox = ['-n', 'sandbox'] as const

export const demoSteps: readonly DemoStep[] = [
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
      ['quote', '10', 'ETH', 'USDC', ...onSandbox],
      ['swap', 'last', '-y', ...onSandbox],
    ],
    swaps: true,
  },
  {
    title: 'ERC-20 to ERC-20: approve exactly, then swap',
    commands: [
      ['quote', '20000', 'USDC', 'WBTC', ...onSandbox],
      ['approve', 'last', '-y', ...onSandbox],
      ['swap', 'last', '-y', ...onSandbox],
    ],
    swaps: true,
  },
  {
    title: 'Native out, from a token that requires a reset of its old allowance',
    commands: [
      ['approve', 'USDT', '5', '-y', ...onSandbox],
      ['swap', '1500', 'USDT', 'ETH', '-y', ...onSandbox],
    ],
    swaps: true,
  },
  {
    title: 'Three hops, split over many pools: there is no DAI/WBTC pool',
    commands: [
      ['swap', '20000', 'DAI', 'WBTC', '-y', ...onSandbox],
      ['distributions', 'last'],
    ],
    swaps: true,
  },
  {
    title: 'What happened, and what is left',
    commands: [
      ['status', 'last'],
      ['balances', ...onSandbox],
    ],
  },
]
