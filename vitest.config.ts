import { defineConfig } from 'vitest/config'

const conditions = ['source', 'module', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'] },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
