import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

/** The clients of `apart`, which `npm test` leaves out. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['test/clients/apart/*.spec.ts'], testTimeout: 60_000, hookTimeout: 120_000 },
})
