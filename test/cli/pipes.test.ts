import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { bin, cleanEnv, createHome } from './run-built.ts'

/** @returns the exit status of each part of the pipe, and its stderr */
function pipe(command: string, home: string): Promise<{ readonly codes: string; readonly stderr: string }> {
  const script = `${command}; echo "\${PIPESTATUS[*]}"`
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env: { ...cleanEnv(home), BIN: bin } }, (_, stdout, stderr) =>
      resolve({ codes: stdout.trim().split('\n').at(-1) ?? '', stderr }),
    )
  })
}

test.each([
  ['networks', 'a table'],
  ['schema networks', 'a long document'],
  ['--help', 'help'],
  ['--version', 'the version'],
])('%s into a closed reader: quiet, exit 0', async (args) => {
  const home = createHome()
  // The reader closes before the program can have written.
  const { codes, stderr } = await pipe(`{ sleep 0.3; node "$BIN" ${args}; } | true`, home)
  expect({ codes, stderr }).toEqual({ codes: '0 0', stderr: '' })
})

test('a failed command keeps its exit status with a closed reader', async () => {
  const { codes } = await pipe('{ sleep 0.3; node "$BIN" networks bse --json; } | true', createHome())
  expect(codes).toBe('6 0')
})

test('a closed stderr does not change the result', async () => {
  const { codes } = await pipe('node "$BIN" networks bse 2>&- | cat', createHome())
  expect(codes).toBe('6 0')
})
