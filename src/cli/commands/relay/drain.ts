import { defineCommand } from '#cli/define-command'
import { laneOptions, laneView, resolveLane } from './lane.ts'
import { releaseOwnNonces } from './own-nonces.ts'

export const drain = defineCommand({
  name: 'relay-drain',
  about: 'Take no new orders; those under way are carried to their end by the running service.',
  examples: ['relay drain --relayer dev9 -n sandbox', 'relay drain --relayer dev9 -n sandbox --resume'],
  arguments: {},
  options: {
    ...laneOptions,
    resume: { flag: '--resume', about: 'take orders again' },
    freeNonces: { flag: '--free-nonces', about: 'give up nonces far above its own that relay refill signed with' },
  },
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/relay')).DrainedLane,

  async run(context, { resume, freeNonces, ...input }) {
    const found = await resolveLane(context, input)
    if (freeNonces) await releaseOwnNonces(context, found)
    const lane = freeNonces ? await resolveLane(context, input) : found
    await lane.relays.setDraining(lane.lane, !resume)
    const { open } = lane.status
    context.out.printResult({
      data: { ...laneView(lane), draining: !resume },
      lines: ({ paint }) => [
        resume
          ? `${paint.good('✔')} ${lane.account.name} takes orders on ${lane.network.name} again`
          : `${paint.good('✔')} ${lane.account.name} takes no new orders on ${lane.network.name}, ${open} open`,
      ],
      meta: { network: lane.network.name, chainId: lane.network.chainId },
    })
  },
})
