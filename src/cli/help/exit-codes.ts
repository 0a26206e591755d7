/**
 * The exit statuses, as documentation and `schema exit-codes` show them. The error table assigns one to each failure.
 */
export interface ExitCode {
  readonly code: number
  readonly name: string
  readonly meaning: string
  /** Whether the command's transaction was sent. */
  readonly sent: 'no' | 'yes' | 'maybe' | ''
  readonly next: string
}

const row = (code: number, name: string, meaning: string, sent: ExitCode['sent'], next: string): ExitCode => ({
  code,
  name,
  meaning,
  sent,
  next,
})

export const exitCodes: readonly ExitCode[] = [
  row(0, 'OK', 'done; a swap is as deep in the chain as asked, with --no-wait accepted by a node', '', ''),
  row(1, 'INTERNAL', 'a bug, or a part of swapline is missing', 'maybe', 'see error.sent'),
  row(2, 'USAGE', 'a bad or missing argument', 'no', 'fix the input'),
  row(3, 'CONFIG_WALLET', 'config not valid, no account, wrong password, unsafe file modes', 'no', 'fix it'),
  row(4, 'AUTH', 'key of a service missing or refused', 'no', 'fix it'),
  row(5, 'NETWORK', 'RPC or service unreachable, wrong chain, time ran out before sending', 'no', 'try again'),
  row(6, 'NOT_FOUND', 'unknown or ambiguous token, network, quote, swap', 'no', 'fix the input'),
  row(7, 'NO_ROUTE', 'no path, or too little liquidity', 'no', 'another amount'),
  row(8, 'QUOTE_DEAD', 'the quote expired or was used; a sent swap is proven void by its deadline', 'no', 'new quote'),
  row(9, 'PREFLIGHT', 'balance, allowance, gas or simulation fails', 'no', 'fix the cause'),
  row(10, 'GUARD', 'one of your limits: slippage, impact, minimum, gas', 'no', 'your choice'),
  row(11, 'DECLINED', 'you said no, or Ctrl-C at a question', 'no', ''),
  row(12, 'REVERTED', 'mined and reverted; gas was paid', 'yes', 'new swap'),
  row(13, 'PENDING', 'signed, and neither proven done nor proven void', 'maybe', 'status, never swap again'),
  row(14, 'REPLACED', 'cancelled, or not in time, or another transaction took the nonce', 'maybe', 'look'),
  row(15, 'PARTIAL', 'some of several transactions are done, others are not', 'maybe', 'see each row'),
  row(16, 'CHECK_FAILED', 'networks --check and the like found something wrong', 'no', ''),
  row(
    74,
    'NOT_WRITTEN',
    'the work was done, but the result could not be written to stdout',
    'maybe',
    'see stderr; status',
  ),
  row(130, 'SIGINT', 'Ctrl-C before signing; after it 13', 'no', ''),
  row(143, 'SIGTERM', 'terminated before signing; after it 13', 'no', ''),
]
