/** A check failed: what it checks was not signed. An approval for it may have been. */
import { type NoDetails, row } from '#domain/failures/row'

const again = 'run it again when you want to'

/** The available and the required amount, in the smallest unit of `token`. */
export interface ShortfallDetails {
  readonly token: string
  readonly owner: string
  readonly spender?: string
  readonly required: string
  readonly actual: string
}

/** `98.9012 %` becomes `99%`: a limit that just allows it, as a flag takes it. */
const toWholePercent = (text: string): string => `${Math.ceil(Number.parseFloat(text))}%`
const formatRoom = (room: string | undefined): string => (room === undefined ? '' : `; all of it fits from ${room} on`)

export const checkFailures = {
  ESTIMATE_GAS_FAILED: row<{
    check: 'allowance' | 'balance' | 'gas' | 'simulation'
    reason: string
    fix?: string
    lacking?: ShortfallDetails
  }>(3010, 400, 9, (d) => d.reason, {
    api: "Couldn't estimate gas",
    fix: (d) => [d.fix ?? 'make a new quote and look again'],
  }),
  PERMIT_NOT_SUPPORTED: row<{ token: string }>(
    3023,
    400,
    9,
    (d) => `${d.token} takes no signed approvals that can be checked.`,
    { fix: () => ['repeat with --approve exact'] },
  ),
  SWAP_SIGNATURE_NOT_VALID: row<{ reason: string }>(
    3020,
    400,
    9,
    (d) => `The order's signature is not valid: ${d.reason}.`,
    {
      fix: () => ['make a new quote and sign its typedData as it stands'],
    },
  ),
  PERMIT_NOT_VALID: row<{ reason: string }>(3021, 400, 9, (d) => `The signed approval is not valid: ${d.reason}.`, {
    fix: () => ['make a new quote and sign its permit as it stands, or approve the router'],
  }),
  PERMIT_EXPIRED: row<{ seconds: number }>(
    3022,
    400,
    9,
    (d) => `The signed approval has expired, or is about to: it has to be valid for ${d.seconds} s more.`,
    { fix: () => ['sign an approval that is valid as long as the order'] },
  ),
  TRANSACTION_BUILD_FAILED: row<{ reason: string; fix?: readonly string[] }>(
    2042,
    400,
    9,
    (d) => `The transaction cannot be built: ${d.reason}`,
    {
      api: 'Something went wrong in transaction, please try again',
      fix: (d) => d.fix ?? ['make a new quote and look again'],
    },
  ),
  PAYLOAD_MISMATCH: row<{ field: string; expected: string; actual: string }>(
    1500,
    500,
    1,
    (d) => `The payload does not do what was asked: ${d.field} is ${d.actual}, not ${d.expected}.`,
    { fix: () => ['report this: our own payload failed our own check'] },
  ),
  /** Anything paid to an address without code is lost. `network` by its name, `address` is the router's. */
  ROUTER_NOT_DEPLOYED: row<{ network: string; address: string; reason: string }>(
    1007,
    400,
    10,
    (d) =>
      `Our router is not deployed on ${d.network}: ${d.reason} at ${d.address}. Deploy it: swapline router deploy -n ${d.network}`,
    { fix: (d) => [`swapline router deploy -n ${d.network}`] },
  ),
  ROUTER_NOT_TRUSTED: row<{ address: string; reason: string }>(
    1500,
    500,
    10,
    (d) => `The router at ${d.address} is not ours: ${d.reason}.`,
    { fix: () => ['swapline networks --check'] },
  ),
  PRICE_IMPACT_TOO_HIGH: row<{ impact: string; limit: string }>(
    2070,
    400,
    10,
    (d) => `The price impact is ${d.impact}, above the limit of ${d.limit}.`,
    { fix: (d) => [`sell less, or accept it: --max-impact ${toWholePercent(d.impact)}`] },
  ),
  SLIPPAGE_TOO_HIGH: row<{ slippage: string; limit: string }>(
    2070,
    400,
    10,
    (d) => `A slippage of ${d.slippage} is above the limit of ${d.limit}.`,
    { fix: (d) => [`lower --slippage, or accept it: --max-slippage ${d.slippage.replace(' ', '')}`] },
  ),
  BELOW_MIN_OUT: row<{ quoted: string; minimum: string; fix?: string }>(
    2070,
    400,
    10,
    (d) => `The quote gives at least ${d.quoted}, less than the ${d.minimum} that was accepted.`,
    { fix: (d) => [d.fix ?? 'look at a new quote and decide again'] },
  ),
  ABOVE_MAX_IN: row<{ asked: string; maximum: string }>(
    2070,
    400,
    10,
    (d) => `The quote sells ${d.asked}, more than the ${d.maximum} that may be sold.`,
    { fix: () => ['buy less, or raise --max-in'] },
  ),
  PRICE_IMPACT_UNKNOWN: row<NoDetails>(
    2070,
    400,
    10,
    () => 'The price impact is unknown: the amounts are too small, or no pool says the price before the trade.',
    { fix: () => ['state the minimum you accept: --min-out <amount>', 'sell more'] },
  ),
  /** A service's quote compared with our own search over the same pools; amounts with their symbols. */
  PRICE_FAR_FROM_MARKET: row<{ quoted: string; market: string; limit: string }>(
    2070,
    400,
    10,
    (d) =>
      `The service's quote gives ${d.quoted}, over your own endpoint it is ${d.market}: more than ${d.limit} below.`,
    { fix: () => ['find the route here: --service local', 'do not use this service, or raise --max-impact'] },
  ),
  PRICE_UNCHECKED: row<NoDetails>(
    2070,
    400,
    10,
    () => "The service's price cannot be compared with the market over your own endpoint.",
    { fix: () => ['state the minimum you accept: --min-out <amount>', 'give an endpoint: --rpc-url <url>'] },
  ),
  GAS_ABOVE_LIMIT: row<{ cost: string; limit: string; fix?: readonly string[] }>(
    2070,
    400,
    10,
    (d) => `Gas may cost ${d.cost}, above the limit of ${d.limit}.`,
    { fix: (d) => d.fix ?? ['wait for a lower gas price, or raise --max-gas'] },
  ),
  /** `room`: when enough of a day's limit is free again, ISO-8601. Amounts with their symbols. */
  POLICY_VIOLATED: row<{
    path: string
    rule: string
    limit?: string
    asked?: string
    spent?: string
    left?: string
    room?: string
    fix?: readonly string[]
  }>(
    2070,
    400,
    10,
    (d) =>
      `The spend policy forbids it: ${d.rule}${d.spent === undefined ? '' : `; ${d.spent} were signed in the last 24 hours`}. It was not signed.`,
    {
      states: 'unsent',
      fix: (d) => [
        ...(d.fix ?? []),
        ...(d.left === undefined ? [] : [`${d.left} fit now${formatRoom(d.room)}`]),
        'swapline policy show',
      ],
    },
  ),
  CONFIRM_NEEDED: row<{ what: string; flag: string }>(
    2070,
    400,
    10,
    (d) => `${d.what.replace(/[?.]$/, '')}: this has to be confirmed by hand.`,
    {
      fix: (d) => [`run it in a terminal, or add ${d.flag} if you mean it`],
    },
  ),
  DECLINED: row<NoDetails>(1000, 400, 11, () => 'Declined.', { fix: () => [again] }),
  INTERRUPTED: row<NoDetails>(1503, 503, 130, () => 'Interrupted.', { fix: () => [again] }),
  TERMINATED: row<NoDetails>(1503, 503, 143, () => 'Ended from outside.', { fix: () => [again] }),
} as const
