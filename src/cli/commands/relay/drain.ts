import { defineCommand } from '#cli/define-command'
import { laneOptions, laneView, resolveLane } from './lane.ts'

export const drain = defineCommand({
  name: 'relay-drain',
  about: 'Take no new orders; those under way are carried to their end by the running service.',
  examples: ['relay drain --relayer dev9 -n sandbox', 'relay drain --relayer dev9 -n sandbox --resume'],
  arguments: {},
  options: { ...laneOptions, resume: { flag: '--resume', about: 'take orders again' } },
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/relay')).DrainedLane,

  async run(context, { resume, ...input }) {
    const lane = await resolveLane(context, input)
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
