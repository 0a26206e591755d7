/** @typedef {{ holds: string, knows?: string[], packages?: string[], node?: string[] }} Wall */

/**
 * The walls of `src`: one row for each folder says what is in it and all it may import. `npm run gen` writes two things
 * from these rows: the linter's rules (`walls.gen.json`, which `biome.json` extends) and the table of folders in
 * ARCHITECTURE.md.
 *
 * The linter holds the walls, not a checker of our own, because an editor then shows a breach while it is typed. Its rules
 * list what is allowed: a package, a module of Node or a folder that is new tomorrow is refused until it is named here.
 * They read imports, re-exports and `import()`. What they cannot read is refused outright: types by `import('…').T` and
 * computed paths by `walls.grit`, `require` by `noCommonJs`. `npm run check` also compares `process.getBuiltinModule` with
 * the rows, and refuses a folder without one. Tests are free of walls; nothing but tests may import tests or fixtures.
 *
 * A row may always import its own files. `knows` names other rows or single files, all of rows above it, so that no import
 * runs up. `packages` and `node` name npm packages and modules of Node, each with its subpaths.
 */
export const walls = /** @satisfies {Readonly<Record<string, Wall>>} */ ({
  domain: {
    holds:
      'the words: units, `failures`, `calls`, `pools`, `quotes`, `journal`, `chain`, `trade`, `crossing`, `service`, `api`',
  },
  hash: { holds: 'keccak-256' },
  system: {
    holds: 'clock, environment and private folders of the real system',
    knows: ['domain'],
    node: ['fs', 'path', 'timers'],
  },
  text: {
    holds: 'checksums of addresses, masked secrets',
    knows: ['domain', 'hash', 'system'],
  },
  math: { holds: 'the arithmetic of the protocols: `integers`, `ticks`, `curves`, `segments`', knows: ['domain'] },
  networks: { holds: 'one entry per network, data only', knows: ['domain'] },
  amm: {
    holds: 'what families share: the constant-product engine, the tick engine',
    knows: ['domain', 'hash', 'math'],
  },
  // Its own files are those beside it, by `./`; by `#protocols/` it would reach the others.
  'protocols/*': {
    holds: 'one folder per protocol: finding and reading pools, amounts, moves of the router',
    knows: ['domain', 'math', 'amm', 'protocols/adapters.gen'],
  },
  routing: {
    holds: 'snapshot in, route out: `router.ts` conducts; `answer` in exact integers, `exact-out`, `explain`',
    knows: ['domain', 'math'],
  },
  'routing/index': { holds: 'a block as the search sees it: edges, pairs, prices', knows: ['domain', 'math'] },
  'routing/search': { holds: 'the search for the best route, in floats', knows: ['domain', 'math', 'routing/index'] },
  'routing/proof': { holds: 'upper bounds on every route', knows: ['math', 'routing/index', 'routing/search'] },
  encoding: {
    holds: 'routes to calldata and back: `swap`, `order`, `crossing`, `tokens`, `revert`, the pinned `contracts`',
    knows: ['domain', 'hash'],
  },
  // As with protocols: its own files are those beside it.
  'bridges/*': {
    holds: 'one folder per bridge: routes, fees, deposits, tracking, recovery',
    knows: ['domain', 'encoding'],
  },
  chain: {
    holds: 'the only folder with chain sockets: `rpc`, `blocks`, `lens`, `survey`, `tx`',
    knows: ['domain'],
    node: ['http', 'https', 'zlib'],
  },
  wallet: {
    holds: 'keys',
    knows: ['domain', 'system/private-directory'],
    packages: ['ethers'],
    node: ['crypto', 'fs', 'path', 'util'],
  },
  'wallet/accounts-fixture.ts': {
    holds: "accounts for the wallet's tests",
    knows: ['domain', 'wallet'],
    packages: ['ethers', 'vitest'],
    node: ['crypto', 'fs', 'os', 'path'],
  },
  store: {
    holds: '`journal`, `batch`, the quotes and keys of a `service`, `sqlite`, `postgres`',
    knows: ['domain', 'hash', 'system/private-directory'],
    packages: ['libsql', 'postgres'],
    node: ['crypto', 'fs', 'path'],
  },
  engine: {
    holds: 'warm markets of a service, searched in threads',
    knows: ['domain', 'routing'],
    node: ['worker_threads'],
  },
  app: {
    holds: 'use cases: `quoting`, `trade`, `swaps` of a service, the index of pools (`indexing`)',
    knows: ['domain', 'networks/find', 'networks/load-token-list', 'protocols/all.gen', 'routing', 'encoding'],
  },
  relay: {
    holds: "orders of others, submitted with a service's own key: `checks`, lanes of nonces, versions, their outcome",
    knows: ['domain', 'app', 'encoding'],
  },
  remote: { holds: 'the same `Service`, asked over HTTP', knows: ['domain'] },
  http: {
    holds: 'the HTTP API: one file per path in `routes`; `server`, `gate`, `health`, `answers` for what they share',
    knows: ['domain', 'networks/find'],
    packages: ['fastify'],
    node: ['crypto', 'fs', 'http', 'module', 'net', 'querystring', 'stream', 'url'],
  },
  cli: {
    holds: '`start`, `commands`, `completion`, `request`, `talk`, `screens`, `views`, `out`, `settings`, `help`',
    knows: ['domain', 'system', 'text', 'networks/find'],
    packages: ['chalk', 'commander', 'conf', 'csv-parse', 'inquirer', 'ora', 'zod'],
    node: ['child_process', 'crypto', 'fs', 'os', 'path', 'stream', 'url', 'util', 'zlib'],
  },
  sandbox: {
    holds:
      'a local chain with the real contracts: `anvil`, `pools`, `control`; a pair of them, with a double of CCTP (`cctp`)',
    knows: ['domain', 'encoding', 'bridges/cctp/networks', 'bridges/cctp/message'],
    node: ['child_process', 'crypto', 'fs', 'http', 'module', 'net', 'os', 'path', 'url', 'util', 'zlib'],
  },
  'compose*.ts': {
    holds: 'makes the real things and joins them',
    knows: ['everything'],
    node: ['async_hooks', 'crypto', 'events', 'os', 'path', 'perf_hooks', 'url', 'worker_threads'],
  },
  'start.ts': { holds: 'the command line over the real things', knows: ['cli/start/dispatch', 'compose'] },
})
