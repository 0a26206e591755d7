/** The screens that are compared with what was recorded, in the order in which they are shown. */

export interface ScreenCase {
  /** As typed after `swapline`; `$QUOTE`, `$SWAP`, `$HASH` and `$BUNDLE` were made before. */
  readonly command: string
  /** A drawing or a document for another program: its lines may be wider than the terminal. */
  readonly isForPrograms?: true
  /** Latencies, ports and the like change the lines: only their width is checked. */
  readonly isVolatile?: true
}

const plain = (commands: readonly string[]): readonly ScreenCase[] => commands.map((command) => ({ command }))

/** On the sandbox's first block, before anything was traded. */
export const screensBeforeSwap: readonly ScreenCase[] = [
  ...plain([
    '',
    '--ascii',
    '--help',
    'help quickstart',
    'help tokens',
    'help safety',
    'help output',
    'help debugging',
    'help bundles',
    'help exit-codes',
    'help environment',
    'quote --help',
    'swap --help --ascii',
    'wallet --help',
    'serve --help',
    'networks',
    'networks base',
    'config list',
    'config explain trade.slippagePpm',
    'wallet list -n sandbox',
    'wallet show dev1 -n sandbox',
    'balances -n sandbox',
    'quote 10 ETH USDC -n sandbox',
    'quote 10 ETH USDC -n sandbox --ascii',
    'quote 1000 ETH USDC --exact-out -n sandbox',
    'quote 0.1 USDC ETH -n sandbox',
    'quote raw:1 USDC ETH -n sandbox',
    'quote 100000 ETH USDC -n sandbox',
    'quote 10 ETH WETH -n sandbox',
    'distributions $QUOTE',
    'distributions $QUOTE --ascii',
    'distributions $QUOTE --format table',
    'status $QUOTE -n sandbox',
    'explain $BUNDLE',
    'explain $BUNDLE --ascii',
    'replay $BUNDLE --what-if max-hops=1,slippage=1%',
    'replay $BUNDLE --at latest --ascii',
    'bundle verify $BUNDLE',
    'simulate $BUNDLE',
    'pools WBTC ETH -n sandbox --states --chart ascii --ascii',
    'compare 10 ETH USDC -n sandbox --pools --chart ascii',
    'compare 1 ETH USDC -n sandbox --sizes 10,100 --chart ascii',
    'router verify -n sandbox',
    'router deploy -n sandbox -y',
    'serve keys list',
  ]),
  { command: 'distributions $QUOTE --format mermaid', isForPrograms: true },
  { command: 'distributions $QUOTE --format dot', isForPrograms: true },
  { command: 'distributions $QUOTE --format svg', isForPrograms: true },
  { command: 'schema status', isForPrograms: true },
  { command: 'sandbox status', isVolatile: true },
  { command: 'networks sandbox --check -n sandbox', isVolatile: true },
  { command: 'swap $QUOTE --dry-run -n sandbox', isVolatile: true },
  ...plain([
    'quote 10 ETH USDCC -n sandbox',
    'quote 1 FOT USDC -n sandbox',
    'quote 1 FOT USDC -n sandbox --include uniswap-v3',
    'quote 1 ETH USDC -n sandbox --block 999999',
    'swap 100000 ETH USDC -n sandbox -a dev1 -y',
    'swap 1 ETH USDC -n sandbox -a nosuch -y',
    'quote 1 ETH USDC@0xE1c67d796f5ccC1F39A275391bf31D9f92c4B5D1 -n sandbox --ascii',
    'status 0x9d7e000000000000000000000000000000000000000000000000000000000001',
  ]),
]

export const screensAfterSwap: readonly ScreenCase[] = [
  ...plain(['status $SWAP', 'status $SWAP --ascii']),
  { command: 'replay $BUNDLE --at latest', isVolatile: true },
  { command: 'trace $HASH -n sandbox', isVolatile: true },
]
