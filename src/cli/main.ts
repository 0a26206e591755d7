/** From argv to an exit status. Loads nothing that `--version` does not need. */
import { version } from '#cli/version'

export async function main(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.on('error', () => process.exit(0))
    process.stdout.write(`${version}\n`)
    return
  }
  const { dispatch } = await import('#cli/dispatch')
  // Only this file may know what commands are composed of, and only when one asks for it.
  await dispatch(argv, async () => (await import('#compose')).compose)
}
