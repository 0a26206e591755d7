import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { doctorLines } from '#cli/screens/doctor'
import { isSandbox } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { allNetworks, findNetwork } from '#networks/find'

export const command = defineCommand({
  name: 'doctor',
  about: 'Check endpoints, the clock, files and their modes, the store, locks and stuck transactions.',
  group: 'Look',
  examples: ['doctor', 'doctor -n base', 'doctor --offline -o json'],
  arguments: {},
  options: { offline: { flag: '--offline', about: 'ask no endpoint' } },
  toleratesBadConfig: true,
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/doctor')).Doctor,

  async run(context, { offline }) {
    const networks = await listConfiguredNetworks(context)
    const diagnose = await context.doctor()
    const findings = await context.out.withSpinner('Checking', diagnose({ networks, isOffline: offline }))
    const problems = findings.filter(({ level }) => level === 'problem').length
    const rows = findings.map(({ fix, ...finding }) => ({ ...finding, fix: fix ?? null }))
    context.out.printResult({
      data: { findings: rows, problems },
      lines: (screen) => doctorLines(findings, screen),
      table: [
        ['check', 'subject', 'level', 'message', 'fix'],
        ...rows.map(({ check, subject, level, message, fix }) => [check, subject, level, message, fix ?? '']),
      ],
      exit: problems > 0 ? 16 : 0,
    })
  },
})

/** The chosen network; without one, those with an endpoint of the user's own, and running sandboxes. */
async function listConfiguredNetworks({ settings, sandbox }: Context): Promise<readonly NetworkName[]> {
  const chosen = settings.get('network')
  if (chosen !== undefined) return [findNetwork(chosen).name]
  const own = allNetworks().filter(
    ({ name, entry }) => entry !== undefined && !isSandbox(name) && settings.getRpcUrls(name).length > 0,
  )
  const running = await (await sandbox()).listRunning()
  return [...own.map(({ name }) => name), ...running.map(({ network }) => network)]
}
