import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** One seed for everybody, so that a run can be repeated; another one: `SWAPLINE_SEED=$RANDOM npm test`. */
const { SWAPLINE_SEED = '20261121', SWAPLINE_RECIPES } = process.env
/** A family or a network added to a copy of the repository, and a family removed, take six minutes: `npm run test:recipes`. */
const recipes = SWAPLINE_RECIPES === undefined ? ['test/recipe/*.test.ts'] : []
const alias = [
  { find: /^fast-check$/, replacement: fileURLToPath(new URL('test/seeded-fast-check.ts', import.meta.url)) },
]

export default defineConfig({
  resolve: { alias, conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What the recipes add to a copy of the repository; it runs there.
    exclude: [...configDefaults.exclude, 'test/recipe/toy', ...recipes],
    globalSetup: 'test/contracts/global-setup.ts',
    // Most tests wait for a chain or a process they started: four for two cores. A share would be cut at all cores.
    maxWorkers: availableParallelism() * 2,
    // A process runs many files: to start one and to load the modules again for each took a third of the time.
    isolate: false,
    env: { SWAPLINE_SEED },
    // Many times what the slowest needs on a free machine: beside other work a test is slow, and not wrong.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
