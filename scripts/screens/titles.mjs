/** What each recorded screen shows, for people who cannot see it. */
export const titles = {
  quote:
    'A terminal: swapline quotes 10 ETH for USDC, with price, gas, the route over several pools and its proven gap',
  swap: 'A terminal: swapline swaps by that quote, signs, sends and reports what was received',
}
