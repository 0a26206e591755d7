/** What `swapline help <topic>` prints. Tables are generated from those that the program itself uses. */
import { exitCodes } from '#cli/help/exit-codes'
import type { Topic } from '#cli/help/topics'
import { variableOf } from '#cli/settings/setting'
import { getSetting, listSettingNames } from '#cli/settings/table'

export function topicText(topic: Topic): string {
  switch (topic) {
    case 'exit-codes':
      return exitCodeText()
    case 'environment':
      return environmentText()
    default:
      return texts[topic]
  }
}

const texts: Readonly<Record<Exclude<Topic, 'exit-codes' | 'environment'>, string>> = {
  quickstart: `Try everything on a chain of your own, without funds, keys or internet:
  swapline sandbox up
  swapline quote 10 ETH USDC -n sandbox
  swapline swap last -n sandbox
  swapline sandbox down

On a real network:
  swapline wallet new main                an encrypted key file on this machine
  swapline wallet use main
  swapline config set network base
  swapline config set networks.base.rpc https://<your endpoint>
  swapline quote 10 ETH USDC              asks the chain, sends nothing
  swapline swap last --dry-run            builds, checks and simulates, sends nothing
  swapline swap last                      asks for confirmation, then sends
`,
  tokens: `A token is named by its symbol, its address, or both:
  USDC                the token of that symbol in the list of the network
  0xA0b8…             exactly that contract; its letters are checked (EIP-55)
  USDC@0xA0b8…        that contract, and it must call itself USDC
The address decides, never the symbol, since anyone can make a token of any name. One that is not in the list is
refused until you say --allow-unlisted. Decimals are read from the chain and compared with the list.

Amounts: 1.5 in whole tokens, raw:1500000 in the smallest unit, 50% of what the account holds, or max.
With --exact-out the amount is of the token to buy: the amount to sell is computed.
Exponents, separators and more decimals than the token has are refused.
`,
  safety: `Nothing is signed before the transaction is built, read back and compared with what you asked for, and simulated.
Your limits are never relaxed: minimum, slippage, price impact, gas.
What cannot be checked is refused: an unknown price impact, or a service's price
that cannot be compared over your own endpoint, needs --min-out.
Gas is never priced above the network's ceiling, unless you name the price with
--max-fee. A swap's gas may cost a quarter of what is sold, or a small floor where
that is more, unless you say how much with --max-gas. The prompt shows the limit.
Approvals are for the exact amount, to the router of swapline only.
A signed transaction is written to disk before it is sent. After a crash or a lost answer the same bytes are looked
for and sent again; nothing is signed twice. When a swap ends with exit 13 it may have been sent: look with status.
swapline status <hash> -n <network> reads any transaction to the router from the chain, whoever sent it, and says why
one reverted and what to do. A node that no longer has the state of its block cannot tell: an archive node can.
Keys live in encrypted files (keystore v3, mode 0600). No key or password is ever an argument.
--yes answers plain questions only; each risk has its own flag.
`,
  output: `The result goes to stdout, everything else to stderr.
  -o human     for people (default)
  -o json      one document, also when the command fails (--json is the same)
  -o jsonl     the same on one line; a line each while something is watched
  -o csv       tables, where there is one
  -o api       the body that the HTTP API gives for the same
  --get <path> one value of the JSON document, such as data.id
A document: schema, ok, data, warnings, meta. A failure: schema, ok, error {code, exitCode, message, fix, retryable,
sent}, meta. error.sent says whether a transaction went out. Amounts are exact strings in the smallest unit.
swapline schema <command> prints the JSON Schema of data.
Colour: --color, NO_COLOR, FORCE_COLOR, CLICOLOR. --ascii for terminals without Unicode.
`,
}

function exitCodeText(): string {
  const rows = exitCodes.map(({ code, name, meaning, sent, next }) =>
    `  ${String(code).padStart(3)}  ${name.padEnd(13)}  ${sent.padEnd(5)}  ${meaning}${next === '' ? '' : ` (${next})`}`.trimEnd(),
  )
  return ['  code name           sent?  meaning (what to do)', ...rows, ''].join('\n')
}

function environmentText(): string {
  const rows = listSettingNames().flatMap((name) => {
    const row = getSetting(name)
    const { foreign = [], about, inverse } = row
    const variables = [variableOf(name, row), ...foreign].flatMap((variable) => variable ?? [])
    return variables.map((variable) => `  ${variable.padEnd(32)}  ${inverse ? `turns off: ${about}` : about}`)
  })
  return [
    'Precedence, highest first: flag, variable of swapline, profile, config file, variable of another tool.',
    'swapline config explain <key> shows which one applies.',
    '',
    ...rows,
    '  SWAPLINE_RPC_URL_<NAME>           endpoints of one network, as SWAPLINE_RPC_URL_BASE',
    '  SWAPLINE_PASSWORD                 the password itself; an empty one cannot create a key',
    '  NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM, LANG',
    '',
  ].join('\n')
}
