import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']
const { SWAPLINE_SEED = '20261121' } = process.env

/**
 * `npx vitest run --config bench/against/vitest.config.mjs`: tests this bench's exact pools against the adapters of
 * `src`.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['bench/against/**/*.test.ts'], env: { SWAPLINE_SEED }, testTimeout: 60_000 },
})
