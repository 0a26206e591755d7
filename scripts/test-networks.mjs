/**
 * `npm run test:networks`: quote, approve, swap and status on a sandbox under the chain id and with the entry of each
 * network; the result is written to `test/networks/networks-result.json`. `npm test` does it for two. Names after `--` run
 * those networks only; what runs of one commit bring adds up in the result.
 */
import { spawnSync } from 'node:child_process'

const names = process.argv.slice(2)
const env = {
  SWAPLINE_NETWORKS: names.length === 0 ? 'all' : names.join(','),
  SWAPLINE_NETWORKS_RESULT: 'test/networks/networks-result.json',
  ...process.env,
}
const isChosen = (/** @type {string[]} */ ...some) => names.length === 0 || some.some((name) => names.includes(name))
const others = [
  ...(isChosen('tempo') ? ['tempo'] : []),
  ...(isChosen('zksync', 'abstract', 'polygonzk') ? ['closed'] : []),
].map((name) => `test/networks/${name}.test.ts`)
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism']
const args = [...vitest, 'test/networks/every-network.test.ts', ...others]
process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1
