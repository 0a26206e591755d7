import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { type ConfigCopy, copyConfig } from '#cli/settings/replace-config'
import { fail, SwapError } from '#domain/errors'

export const edit = defineCommand({
  name: 'config-edit',
  about: 'Open a copy of the config file in your editor; it replaces the file once it is valid.',
  examples: ['config edit', 'config edit --config other.json'],
  arguments: {},
  options: {},
  toleratesBadConfig: true,
  endless: true,
  schema: async () => (await import('#cli/schemas/config')).ConfigEdit,

  async run(context) {
    const { settings, out, env } = context
    const { VISUAL, EDITOR } = env
    const editor = VISUAL || EDITOR
    if (editor === undefined || editor === '')
      throw fail('USAGE', { reason: 'VISUAL and EDITOR are not set.', fix: 'EDITOR=nano swapline config edit' })
    const { config: path } = settings.paths
    const copy = copyConfig(path)
    try {
      const isChanged = await editUntilValid(context, copy, editor)
      out.printResult({
        data: { path, changed: isChanged },
        lines: ({ paint }) => [isChanged ? `${paint.good('✔')} ${path} is changed` : `  ${path} is as it was`],
      })
    } finally {
      copy.discard()
    }
  },
})

async function editUntilValid(context: Context, copy: ConfigCopy, editor: string): Promise<boolean> {
  const { prompts, out } = context
  for (;;) {
    await openEditor(context, editor, copy.path)
    try {
      return copy.replace()
    } catch (error) {
      if (!(error instanceof SwapError) || !prompts.canAsk) throw error
      out.note(({ paint }) => [`${paint.bad('✖')} ${error.message}`, ...error.fix.map((fix) => `  → ${fix}`)])
      const again = await prompts.select('The file is left as it is.', [
        { name: 'edit the copy again', value: true },
        { name: 'discard the copy', value: false },
      ])
      if (!again) throw error
    }
  }
}

/** @throws `USAGE` if it does not end well */
async function openEditor({ interruption }: Context, editor: string, path: string): Promise<void> {
  // The shell splits `code --wait`; Ctrl-C is for the editor, which has the terminal.
  interruption.onEnd(() => undefined)
  const { spawn } = await import('node:child_process')
  const stdout = process.stdout.isTTY === true ? 'inherit' : 2 // stdout is for the result
  const child = spawn('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: ['inherit', stdout, 'inherit'] })
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'unknown'))
  })
  if (code !== 0)
    throw fail('USAGE', {
      reason: `The editor ended with ${code}. Nothing was changed.`,
      fix: 'set EDITOR to a program that waits until the file is closed',
    })
}
