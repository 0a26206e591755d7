import { expect, test } from 'vitest'
import { shells } from '#cli/completion/format-words'
import { createHome, runSwapline } from '../run-built.ts'
import { hasShell, openShell } from './shell.ts'

/** A home with an account, a profile and a quote that was stored. */
async function createUsedHome(): Promise<string> {
  const home = createHome()
  const env = { SWAPLINE_PASSWORD: 'hunter22' }
  await runSwapline(home, ['wallet', 'new', 'treasury'], { env })
  await runSwapline(home, ['config', 'set', 'network', 'sandbox'])
  return home
}

for (const shell of shells) {
  const isThere = hasShell(shell)
  if (!isThere)
    console.warn(`SKIPPED: completion in ${shell}, which is not installed here (Debian: apt-get install ${shell})`)

  test.skipIf(!isThere)(
    `${shell}: Tab completes commands, options, values, tokens, accounts and ids`,
    { timeout: 240_000 },
    async () => {
      const home = await createUsedHome()
      const quote = await runSwapline(home, ['quote', '1', 'ETH', 'USDC', '--get', 'data.id'])
      await runSwapline(home, ['sandbox', 'down'])
      const id = quote.stdout.slice(0, 8)
      expect(id).toMatch(/^[0-9a-f]{8}$/)
      const session = await openShell(shell, home)
      await session.type('swapline distri\t', 'swapline distributions ')
      await session.type('swapline wallet sh\t', 'swapline wallet show ')
      await session.type('swapline quote 1 ETH USDC --slip\t', '--slippage ')
      await session.type('swapline quote --optimize-for ou\t', '--optimize-for output ')
      await session.type('swapline quote -n ethe\t', '-n ethereum ')
      await session.type('swapline quote --network=bas\t', '--network=base ')
      await session.type('swapline quote 1 wst\t', '1 wstETH ')
      await session.type('swapline swap last -a trea\t', '-a treasury ')
      await session.type(`swapline distributions ${id.slice(0, 5)}\t`, `distributions ${id}`)
      await session.type('swapline config set trade.appr\t', 'set trade.approve ')
      await session.type('swapline quote --password-file some-f\t', 'some-file.json ')
      await session.type(
        'swapline wallet \t\t',
        shell === 'bash' ? /import[\s\S]*use|use[\s\S]*import/ : /import[\s\S]*Import|list[\s\S]*List/i,
      )
    },
  )
}
