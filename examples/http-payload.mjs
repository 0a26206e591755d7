/**
 * Gets a quote and its unsigned transaction from a swapline service, with nothing but Node.js. It holds no key: what it
 * prints is to be checked, then signed, by a wallet of yours.
 *
 *   node http-payload.mjs <service> <network> <sender> <sell> <buy> <amount> [slippage]
 *
 * Tokens are addresses (the zero address is the native currency), the amount is in the smallest unit, the slippage a
 * fraction (0.005). stdout gets the transaction as JSON, stderr the quote. It ends with 1 if there is no transaction; if an
 * allowance is missing, stderr says which.
 */

/**
 * @typedef {[service: string, network: string, sender: string, sell: string, buy: string, amount: string, slippage?: string]} Words
 * @typedef {{ code: string, error: string, message: string, details?: unknown }} Failure
 * @typedef {{ from: string, to: string, value: string }} Payload what is compared here; the answer has more
 * @typedef {object} Quote what is used here; the answer has more
 * @property {string} id
 * @property {string} sellAmount
 * @property {string} amountOut
 * @property {string} amountOutMin
 * @property {string} targetAddress
 * @property {string} expiresAt
 * @property {readonly { code: string, message: string }[]} warnings
 * @property {{ allowance: { required: string, spender: string } | null } | null} issues
 */

const [service, network, sender, sell, buy, amount, slippage = '0.005'] = /** @type {Words} */ (process.argv.slice(2))
if (amount === undefined) {
  console.error('usage: http-payload.mjs <service> <network> <sender> <sell> <buy> <amount> [slippage]')
  process.exit(2)
}

const maxAttempts = 5

/**
 * @throws Error with the code of the API's error; its closed table is in docs/http.md
 * @template Answer
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @returns {Promise<Answer>}
 */
async function get(path, parameters) {
  const url = new URL(path, service)
  url.search = new URLSearchParams(parameters).toString()
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    const body = await response.json()
    if (response.ok) return /** @type {Answer} */ (body)
    const { code, error, message, details } = /** @type {Failure} */ (body)
    const seconds = Number(response.headers.get('retry-after'))
    // Too many requests, or a busy service: both say when to try again. Nothing else gets better by itself.
    if (seconds === 0 || attempt === maxAttempts)
      throw new Error(`${code} ${error}: ${message} ${JSON.stringify(details ?? [])}`)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

/**
 * What can be compared without decoding calldata. `swapline tx decode` shows the rest.
 * @param {Payload} payload
 * @param {Quote} quote
 */
function checkPayload(payload, quote) {
  const isNative = /^0x0{40}$/.test(sell)
  const differs = [
    payload.from.toLowerCase() !== sender.toLowerCase() && 'from',
    payload.to !== quote.targetAddress && 'to',
    payload.value !== (isNative ? amount : '0') && 'value',
    quote.sellAmount !== amount && 'sellAmount',
    BigInt(quote.amountOutMin) * 1_000_000n < BigInt(quote.amountOut) * minPpm(slippage) && 'amountOutMin',
  ].filter(Boolean)
  if (differs.length > 0)
    throw new Error(`the service answers something else than was asked for: ${differs.join(', ')}`)
}

/**
 * The part that has to arrive, in millionths, with one to spare for rounding.
 * @param {string} text
 */
function minPpm(text) {
  return BigInt(Math.floor((1 - Number(text)) * 1_000_000) - 1)
}

async function main() {
  /** @type {Quote} */
  const quote = await get('/aggregator/quote', {
    network,
    fromAddress: sender,
    toAddress: sender,
    fromTokenAddress: sell,
    toTokenAddress: buy,
    sellAmount: amount,
    slippage,
    gasless: 'false',
  })
  console.error(`quote ${quote.id}: ${quote.amountOut}, at least ${quote.amountOutMin}, until ${quote.expiresAt}`)
  for (const { code, message } of quote.warnings) console.error(`warning ${code}: ${message}`)

  const { allowance } = quote.issues ?? {}
  if (allowance) throw new Error(`first approve ${allowance.required} of ${sell} for ${allowance.spender}`)

  // A quote gives one transaction; a check that fails does not use it up.
  /** @type {Payload} */
  const payload = await get('/aggregator/transaction', { quoteId: quote.id })
  checkPayload(payload, quote)
  console.log(JSON.stringify(payload, null, 2))
}

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
