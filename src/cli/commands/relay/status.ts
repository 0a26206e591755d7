import { defineCommand } from '#cli/define-command'
import { amountLine, unitsText } from '#cli/screens/layout/text'
import { amountView } from '#cli/views/amount'
import { checksum } from '#text/checksum'
import { laneOptions, laneView, readEarnings, resolveLane } from './lane.ts'

export const status = defineCommand({
  name: 'relay-status',
  about: 'Show a lane: its nonce, its open orders, what it spent in a day and holds.',
  examples: ['relay status --relayer dev9 -n sandbox'],
  arguments: {},
  options: laneOptions,
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/relay')).RelayLane,

  async run(context, input) {
    const lane = await resolveLane(context, input)
    const held = await readEarnings(context, lane)
    const { account, network, status: found } = lane
    const { success, reverted, expired, replaced } = found.outcomes
    const coin = network.native
    context.out.printResult({
      data: { ...laneView(lane), held: held.map(({ token, amount }) => amountView(amount, token)) },
      lines: ({ paint }) => [
        `${found.isDraining ? paint.warn('!') : paint.good('✔')} ${account.name} on ${network.name}${found.isDraining ? ', draining: no new orders' : ''}`,
        `  Address    ${checksum(account.address)}`,
        `  Nonce      ${found.nextNonce} next, ${found.open} open`,
        `  Orders     ${success} filled, ${reverted} reverted, ${expired} expired, ${replaced} replaced`,
        `  In a day   ${unitsText(found.spent, coin)} ${coin.symbol} spent`,
        `  Reserved   ${unitsText(found.reserved, coin)} ${coin.symbol} for open orders`,
        ...held.map(({ token, amount }, i) => `  ${i === 0 ? 'Holds   ' : '        '}   ${amountLine(amount, token)}`),
      ],
      meta: { network: network.name, chainId: network.chainId },
    })
  },
})
