/** What `swapline help <topic>` prints. Tables are generated from those that the program itself uses. */
import { exitCodes } from '#cli/help/exit-codes'
import { reflow } from '#cli/help/reflow'
import type { Topic } from '#cli/help/topics'
import type { Screen } from '#cli/out/screen'
import { formatTable } from '#cli/screens/layout/table'
import { listVariables } from '#cli/settings/environment'

/** The lines of a topic, for the width of the screen. */
export function topicLines(topic: Topic, screen: Screen): readonly string[] {
  switch (topic) {
    case 'exit-codes':
      return exitCodeLines(screen)
    case 'environment':
      return reflow(environmentText(), screen.width)
    default:
      return reflow(texts[topic], screen.width)
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
  swapline swap last --dry-run            builds and simulates, sends nothing
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
Approvals are for the exact amount, to the router of swapline only. See what may be
taken with swapline allowances, take it back with swapline revoke.
swapline policy limits amounts, tokens, recipients and networks for every signature
of this machine; no option overrides it.
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
  --get <path> one value of the JSON document: data.id, data.route.paths[0].hops
  -v, -vv      on stderr: the requests to each endpoint, and where the time went
  --log-file   a JSON line for each command, with its exit code
A document: schema, ok, data, warnings, meta. A failure: schema, ok, error {code, exitCode, message, fix, retryable,
sent}, meta. error.sent says whether a transaction went out, or may have. It is absent if a command that can send ended
before it looked at what earlier runs sent, as by an unknown option: swapline status tells. Amounts are exact strings in
the smallest unit.

swapline schema <command> prints the JSON Schema of data.

Colour: --color, NO_COLOR, FORCE_COLOR, CLICOLOR. --ascii for terminals without Unicode.
`,
  debugging: `From a complaint to the reason:
  «why is my quote so bad»     swapline explain <quote>
  «why did it fail»            swapline trace <hash> -n <network>
  «what became of it»          swapline status <hash> -n <network>
  on another machine           there: swapline bundle create <quote>
                               here:  swapline explain <file>
  «was it the router»          swapline replay <file>
  «would it be better if»      swapline replay <file> --what-if max-hops=2
  «is it better now»           swapline replay <file> --at latest
  «would it go through now»    swapline simulate <quote>, <file>
  «which venue, which size»    swapline compare 1 ETH USDC --sizes 10,100
  «how deep are the pools»     swapline pools ETH USDC --chart ascii

explain says of every pool that was read whether the route uses it, or by how much
it loses, or why it was skipped; what fees, price impact and gas took; and how much
a better route could add at most, pool by pool. trace shows every call; without a node
that traces it runs the call again on the block before, and says so. What to do is below.
A hash needs no store of ours: it may be of any machine. explain <hash> -n <network> then
searches the pools of the block before. A service shows its quotes at /explain/<quote id>.
`,
  bundles: `A bundle is one file with all that a quote was computed from: the request, the pools
at its block, the route, what else was possible, versions and times.
  swapline quote 10 ETH USDC --save case.quote.json
  swapline swap last --save case.quote.json         with the transaction
  swapline swap last --bundle-on-error case.quote.json
  swapline bundle create last                       reads its block again
  swapline bundle inspect case.quote.json
  swapline bundle verify case.quote.json            whole, and consistent
  swapline bundle redact case.quote.json --addresses --out public.quote.json

It has no keys, URLs or paths. It has the addresses of sender and recipient until they
are redacted. Its amounts are those of the trade: read it before you give it away.
Reading one asks no chain and starts no program, and a damaged one is refused; its hash
finds damage, not forgery.
`,
  batch: `A batch is a file of swaps: CSV with a header, or JSONL with the same keys; - is standard input.
Lines that begin with # are skipped. Five columns are needed:
  id,network,sell,amount,buy
  monday-1,sandbox,USDC,500,DAI
  monday-2,sandbox,ETH,0.5,USDC
An id is your name for the row, unique: a row is never swapped twice. The rest is as for swapline swap. More
columns are optional; an empty cell means the setting or the default:
  account     name or address          to        recipient; default: the account
  min_out     least amount to accept   slippage  0.5%, 50bps or 0.005
  max_impact  largest price impact     approve   exact, max, permit or never
  not_before  2026-01-31T09:30:00Z     deadline  30s to 15m
  after       ids of rows that have to be done before, separated by spaces
  note        anything

Plan, run, look:
  swapline batch plan orders.csv           price, gas, approvals; signs nothing
  swapline batch run orders.csv            asks once, or with -y not at all
  swapline batch run orders.csv --dry-run  builds and checks every row
  swapline batch resume last               after a failure, Ctrl-C or kill -9
  swapline batch report -o csv             the rows; also: batch status, cancel
A plan prices every row on the state that the rows before it leave. Rows of one account and network run in order,
others at the same time. One exact approval per token covers the rows of an account. A row whose price is worse than
planned by more than its slippage fails before it is signed.

Limits of a run: --max-spend USDC=5000 --max-gas 0.1 --on-error stop|continue --max-failures 3 --rate 2/s.
Exit 15: rows are not done; 13: rows are signed and open.
`,
}

function exitCodeLines(screen: Screen): readonly string[] {
  const rows = exitCodes.map(({ code, name, meaning, sent, next }) => [
    String(code),
    name,
    sent,
    `${meaning}${next === '' ? '' : ` (${next})`}`,
  ])
  const columns = [
    { title: 'CODE', align: 'right' },
    { title: 'NAME' },
    { title: 'SENT?' },
    { title: 'MEANING (WHAT TO DO)' },
  ] as const
  return formatTable(columns, rows, screen)
}

function environmentText(): string {
  return [
    'Precedence, highest first: flag, variable of swapline, profile, config file, variable of another tool.',
    'swapline config explain <key> shows which one applies.',
    '',
    ...listVariables().map(({ name, about }) => `  ${name.padEnd(32)}  ${about}`),
    '',
  ].join('\n')
}
