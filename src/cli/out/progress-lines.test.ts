import { expect, test } from 'vitest'
import { createProgressLines } from '#cli/out/progress-lines'

test('a log gets the first line, skips those that follow soon after, and gets the last', () => {
  const lines: string[] = []
  const progress = createProgressLines((line) => lines.push(line))
  for (const words of ['one', 'two', 'three']) progress.update(words)
  progress.stop()
  progress.stop()
  expect(lines).toEqual(['one', 'three'])
})
