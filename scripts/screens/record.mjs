/** What the built program shows for the README's first quote and its swap, on a sandbox of its own. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { PATH } = process.env
const quote = 'quote 10 ETH USDC -n sandbox'
const swap = 'swap last -n sandbox -y'

/**
 * @param {string} bin path of `bin/swapline.js`
 * @return `quote` and `swap`, in the colours of a terminal, and `route`, the quote's route as Mermaid
 */
export function recordScreens(bin) {
  const home = mkdtempSync(join(tmpdir(), 'swapline-screens-'))
  // One pipe for both streams keeps their order.
  /** @param {string} line */
  const run = (line) =>
    execFileSync('bash', ['-c', '"$0" "$@" 2>&1', process.execPath, bin, ...line.split(' ')], {
      env: { PATH, HOME: home, LANG: 'C.UTF-8' },
      encoding: 'utf8',
    })
  /** @param {string} line */
  const show = (line) => `\x1b[90m$\x1b[39m \x1b[1mswapline ${line}\x1b[22m\n${run(`${line} --color always`)}`
  try {
    run('sandbox up')
    return { quote: show(quote), route: run('distributions last --format mermaid'), swap: show(swap) }
  } finally {
    run('sandbox down')
    rmSync(home, { recursive: true, force: true })
  }
}
