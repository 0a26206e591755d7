/** `npm run mutate:trade` takes long and runs rarely; that its bugs still fit the sources is cheap to see. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from '../../scripts/mutants/trade.mjs'

test.each(mutants.map(([name, file, stands, , tests]) => ({ name, file, stands, tests })))(
  '$name: its text occurs once in $file, and its tests exist',
  ({ file, stands, tests }) => {
    expect(readFileSync(file, 'utf8').split(stands)).toHaveLength(2)
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(path))).toEqual([])
  },
)
