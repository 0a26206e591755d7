import type { Context } from '#cli/context'

export const allowPolicyChange = {
  flag: '--allow-policy-change',
  about: 'with --yes: change the policy without a typed confirmation',
} as const

/** A changed policy can let everything go, so `--yes` alone does not answer. @throws `DECLINED`, `CONFIRM_NEEDED` */
export async function confirmPolicyChange(
  { prompts, settings }: Pick<Context, 'prompts' | 'settings'>,
  what: string,
  isAllowed: boolean,
): Promise<void> {
  if (isAllowed && settings.get('yes')) return
  await prompts.confirmTyped(
    `${what} It binds every signature of this machine.`,
    'policy',
    '--yes --allow-policy-change',
  )
}
